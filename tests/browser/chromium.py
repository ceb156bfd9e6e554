"""A headless Chromium driven over its debugging pipe, standard library only: open a page, press keys, ask."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from types import TracebackType
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--remote-debugging-pipe",
)  # fmt: skip
_KEY_CODES = {
    "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, "Enter": 13, "Escape": 27,
    "Tab": 9, " ": 32,
}  # fmt: skip


def find() -> str:
    """The path of a Chromium: ``PAIPU_CHROMIUM`` or a usual name. Raises ``FileNotFoundError`` with a hint."""
    for name in (os.environ.get("PAIPU_CHROMIUM", ""), *_NAMES):
        if name and (path := shutil.which(name)):
            return path
    hint = "install it (apt-get install chromium) or set PAIPU_CHROMIUM"
    raise FileNotFoundError(f"the browser tests need Chromium: {hint}")


class Browser:
    """One Chromium with one page.

    ``errors`` collects what its console and its policy complain of, ``requests`` every address asked for.
    """

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="paipu-browser-")
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        # The browser reads commands from its file descriptor 3 and answers on 4.
        script = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        command = [find(), *_FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(
            ["bash", "-c", script, "bash", *command],
            pass_fds=(to_read, to_write), stdin=quiet, stdout=quiet, stderr=quiet,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        self._buffer, self._next, self._session = b"", 0, ""
        self.errors: list[str] = []
        self.requests: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._out)
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        os.close(self._in)
        for _ in range(20):  # its last children may still write there
            try:
                self._profile.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its answer. Raises ``RuntimeError`` where the browser refuses it."""
        self._next += 1
        message: dict[str, Any] = {"id": self._next, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._next:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return dict(answer["result"])
            self._note(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], 60)
            part = os.read(self._in, 1 << 16) if ready else b""
            if not part:
                raise RuntimeError("Chromium does not answer")
            self._buffer += part
        line, self._buffer = self._buffer.split(b"\0", 1)
        return dict(json.loads(line))

    def _note(self, event: dict[str, Any]) -> None:
        method, params = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(params["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.errors.append(str(params["entry"]))

    def open(self, url: str, width: int = 1280, height: int = 860) -> None:
        """Opens an address in a window of that size and waits until it is loaded."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.send("Emulation.setDeviceMetricsOverride", **size)
        self.errors, self.requests = [], []
        for address in ("about:blank", url):  # a change of the fragment alone would load nothing
            self.send("Page.navigate", url=address)
            self._wait(address.partition("#")[0])

    def _wait(self, address: str) -> None:
        until = time.monotonic() + 60
        while self.ask("[document.readyState, location.href.split('#')[0]]") != ["complete", address]:
            if time.monotonic() > until:
                raise RuntimeError(f"{address} does not load")
            time.sleep(0.02)

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page, as JSON gives it."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, *keys: str, modifiers: int = 0) -> None:
        """Presses keys one after another, as a person would (modifiers: 8 is shift)."""
        for key in keys:
            code = _KEY_CODES.get(key, ord(key.upper()) if len(key) == 1 else 0)
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            common = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
            self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
            self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def prefer(self, **features: str) -> None:
        """Emulates media features, such as ``prefers_color_scheme="dark"``; none takes it back."""
        given = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.send("Emulation.setEmulatedMedia", features=given)
