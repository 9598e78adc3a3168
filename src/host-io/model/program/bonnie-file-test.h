/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BONNIE_FILE_TEST_H
#define BONNIE_FILE_TEST_H

#include "file-process.h"

#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * The file creation tests of Bonnie++ (its option -n) in one process: create, stat and delete
 * files, first in sequential and then in random order.
 *
 * A sequential name begins with the number of the file, a random one ends with it; the rest is 0 to
 * 12 random letters. The sequential tests stat and delete the files in the order in which the
 * directory lists them, the random ones in an order of their own. A file that is not empty is also
 * read. Creating and deleting include a sync() at the end. Directories are made before the clock
 * starts.
 */
class BonnieFileTest
{
  public:
    /// The phases, in the order of the tests.
    static constexpr std::array<const char*, 6> PHASES{"sequential_create",
                                                       "sequential_stat",
                                                       "sequential_delete",
                                                       "random_create",
                                                       "random_stat",
                                                       "random_delete"};

    /// What the option -n says.
    struct Options
    {
        std::string path;        //!< the directory of the tests, which is made and removed
        uint32_t files{0};       //!< number of files; 0 for no test
        uint32_t maxBytes{0};    //!< largest size of a file
        uint32_t minBytes{0};    //!< smallest size of a file
        uint32_t directories{1}; //!< number of directories that the files are spread over
        uint64_t chunkBytes{1};  //!< bytes of a read or write
        bool sync{false};        //!< fsync() each file
    };

    /**
     * @param options what to do
     * @param random all choices
     */
    BonnieFileTest(const Options& options, Ptr<UniformRandomVariable> random);

    /**
     * Add the next steps.
     *
     * @param process who tests
     * @return false at the end
     */
    bool Plan(FileProcess& process);

    /**
     * Take note of a result: names of a directory, size of a file.
     *
     * @param request an operation of the test, which is complete
     */
    void Completed(const FileRequest& request);

  private:
    /// What a test does to a file.
    enum class Action : uint8_t
    {
        CREATE, //!< create it
        STAT,   //!< stat it
        DELETE  //!< delete it
    };

    /**
     * @return what the present test does
     */
    Action GetAction() const;

    /**
     * @return true if the present test is one in random order
     */
    bool IsRandom() const;

    /**
     * Begin the present test.
     *
     * @param process who tests
     */
    void Begin(FileProcess& process);

    /**
     * Do what the test does to its next file.
     *
     * @param process who tests
     */
    void PlanFile(FileProcess& process);

    /**
     * Read a file that was found not to be empty.
     *
     * @param process who tests
     */
    void PlanReading(FileProcess& process);

    /**
     * Continue to the next directory of a sequential test.
     *
     * @param process who tests
     */
    void PlanDirectory(FileProcess& process);

    /**
     * End the present test.
     *
     * @param process who tests
     */
    void End(FileProcess& process);

    /// Choose the names of the files.
    void MakeNames();

    /// Bring the files into a random order.
    void Shuffle();

    /**
     * @param number number of a directory
     * @return its path
     */
    std::string GetDirectory(uint32_t number) const;

    Options m_options;                   //!< what to do
    Ptr<UniformRandomVariable> m_random; //!< all choices
    uint32_t m_test{0};                  //!< number of the present test
    bool m_begun{false};                 //!< true once it began
    std::vector<std::string> m_files;    //!< paths of the files of the test, or of a directory
    std::size_t m_next{0};               //!< the next of them
    uint32_t m_directory{0};             //!< the directory to list next
    uint64_t m_readBytes{0};             //!< size of the file that was found not to be empty
};

} // namespace ns3

#endif /* BONNIE_FILE_TEST_H */
