# SPDX-License-Identifier: GPL-2.0-only
"""A headless Chromium for tests, driven over its DevTools protocol."""

import asyncio
import base64
import json
import re
import shutil
import subprocess

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page in a Chromium of its own; messages of its console and uncaught errors are kept."""

    def __init__(self, folder):
        self.console = []
        self._number = 0
        self._loop = asyncio.new_event_loop()
        self._process = subprocess.Popen(
            [
                CHROMIUM,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                f"--user-data-dir={folder}",
                "about:blank",
            ],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        for line in self._process.stderr:
            found = re.search(r"DevTools listening on ws://([^/]+)/", line)
            if found:
                break
        self._socket = self._loop.run_until_complete(self._connect(found[1]))
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self._process.terminate()
        self._process.communicate(timeout=20)
        self._loop.close()

    def open(self, path, width=1280, height=1000):
        """Load a file in a window of some size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.call("Page.navigate", url=path.as_uri())
        for _ in range(100):
            if self.run("document.readyState") == "complete":
                return
            self._loop.run_until_complete(asyncio.sleep(0.05))
        raise TimeoutError(path)

    def run(self, script):
        """Give the value of a JavaScript expression."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def screenshot(self, path):
        """Write the whole page as PNG."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        path.write_bytes(base64.b64decode(data))

    def call(self, method, **parameters):
        """Call a method of the protocol and give its result."""
        return self._loop.run_until_complete(self._call(method, parameters))

    async def _connect(self, address):
        from tornado.httpclient import AsyncHTTPClient
        from tornado.websocket import websocket_connect

        for _ in range(100):
            answer = await AsyncHTTPClient().fetch(f"http://{address}/json")
            pages = [one for one in json.loads(answer.body) if one["type"] == "page"]
            if pages:
                url = pages[0]["webSocketDebuggerUrl"]
                return await websocket_connect(url, max_message_size=100 << 20)
            await asyncio.sleep(0.05)
        raise TimeoutError("Chromium opens no page")

    async def _call(self, method, parameters):
        self._number += 1
        call = {"id": self._number, "method": method, "params": parameters}
        await self._socket.write_message(json.dumps(call))
        while True:
            message = json.loads(await asyncio.wait_for(self._socket.read_message(), 60))
            if message.get("id") == call["id"]:
                assert "error" not in message, message
                return message["result"]
            if message["method"] in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.console.append(message["params"])


@pytest.fixture
def browser(tmp_path):
    """Give a browser, or skip the test where there is none."""
    if not CHROMIUM:
        pytest.skip("Chromium is not installed (Debian package chromium)")
    pytest.importorskip("tornado", reason="tornado is not installed (comes with distributed)")
    one = Browser(tmp_path / "chromium")
    yield one
    one.close()
