# SPDX-License-Identifier: GPL-2.0-only
"""Lets the search of the site take questions: words that only ask are not looked for."""

from sphinx.search.en import SearchEnglish

ASKING = """
    am can could did do does has have how i if me my our should we what when where which who why
    would you your
"""


class Questions(SearchEnglish):
    """English, with more words by which no page is found."""

    stopwords = SearchEnglish.stopwords | set(ASKING.split())


def setup(app):
    """Tell Sphinx of the words."""
    app.add_search_language(Questions)
    return {"parallel_read_safe": True}
