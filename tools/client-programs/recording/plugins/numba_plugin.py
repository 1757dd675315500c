"""For numba-cuda's tests outside of its repository: what its own settings of pytest give, and no test that waits for a device."""

import signal

import pytest

SECONDS = 10


@pytest.fixture
def initialize_from_pytest_config():
    pass


def ended(*_):
    raise TimeoutError("the test waits for a device")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol():
    signal.signal(signal.SIGALRM, ended)
    signal.alarm(SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)
