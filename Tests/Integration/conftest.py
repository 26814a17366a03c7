import os

import pytest

import gi
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

from described_sensors import DescribedSensor
from mock_sensors import BufferedSensor, PolledSensor
from service import Daemon

# Files that a test makes for other users are meant to be read by them, whatever the caller's mask.
os.umask(0o022)


@pytest.fixture
def bed():
    """A machine without devices. What is added to it is seen by programs started with it."""
    testbed = UMockdev.Testbed.new()
    testbed.sensors = []
    yield testbed
    for sensor in testbed.sensors:
        sensor.close()
    # They know their testbed: with them it would be collected at any time, and on any thread. That takes the
    # name of a newer one out of the environment.
    testbed.sensors.clear()


@pytest.fixture
def polled(bed):
    """Makes polled sensors in the testbed."""
    return lambda **options: _add(bed, PolledSensor, options)


@pytest.fixture
def buffered(bed):
    """Makes buffered sensors in the testbed."""
    return lambda **options: _add(bed, BufferedSensor, options)


@pytest.fixture
def described(bed):
    """Makes machines of descriptions in the testbed."""

    def make(description, **options):
        sensor = DescribedSensor(bed, description, **options)
        bed.sensors.append(sensor)
        return sensor

    return make


def _add(bed, kind, options):
    sensor = kind(bed, **options)
    bed.sensors.append(sensor)
    return sensor


@pytest.fixture
def start(tmp_path, bed):
    """Starts a daemon in the testbed; it is stopped at the end of the test."""
    daemons = []

    def start_daemon(*options, config=""):
        directory = tmp_path / str(len(daemons))
        directory.mkdir()
        daemons.append(Daemon(directory, *options, bed=bed, config=config))
        return daemons[-1].start()

    yield start_daemon
    for daemon in daemons:
        daemon.close()
