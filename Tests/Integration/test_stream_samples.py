"""Raw samples over the socket: StreamSamples."""

import os
import time

import pytest

from mock_sensors import GRAVITY, READINGS, SCALE, steps
from service import await_condition

STREAM = "org.orientationd.StreamSamples"


class Samples:
    """One stream, read reply by reply."""

    def __init__(self, daemon, **parameters):
        self.wire = daemon.wire()
        self.wire.send({"method": STREAM, "parameters": parameters, "more": True})

    def next(self):
        reply = self.wire.receive()
        assert reply is not None, "the connection ended"
        return reply

    def reply(self):
        reply = self.next()
        assert "error" not in reply, reply
        assert reply["continues"]
        return reply["parameters"]

    def until(self, condition):
        """Reads replies until one satisfies the condition."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            reply = self.reply()
            if condition(reply):
                return reply
        raise AssertionError("no such reply")

    def take(self, count):
        """So many samples."""
        samples = []
        while len(samples) < count:
            samples += self.reply()["samples"]
        return samples

    def close(self):
        self.wire.socket.close()


@pytest.fixture
def stream():
    opened = []

    def open_stream(daemon, **parameters):
        opened.append(Samples(daemon, **parameters))
        return opened[-1]

    yield open_stream
    for each in opened:
        each.close()


def test_the_first_reply_describes_the_sensor_and_has_no_samples(buffered, start, stream):
    sensor = buffered()

    first = stream(start()).reply()

    assert first["sensor"]["id"] == sensor.id
    assert first["sensor"]["active"] and first["sensor"]["selected"]
    assert first["samples"] == [] and first["dropped"] == 0
    assert first["deviceOrientation"] == "unknown"


def test_samples_have_raw_steps_and_the_acceleration_in_the_device_frame(buffered, start, stream):
    sensor = buffered(orientation="landscapeLeft")

    samples = stream(start()).take(30)

    assert {tuple(each["raw"]) for each in samples} == {steps(READINGS["landscapeLeft"])}
    for each in samples:
        assert each["acceleration"] == pytest.approx([GRAVITY, 0, 0], abs=SCALE)
        assert each["candidate"] == "landscapeLeft"
    stamps = [each["timestamp"] for each in samples]
    assert stamps == sorted(set(stamps))
    now = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
    assert 0 < now - stamps[-1] < 20_000_000
    assert sensor.read("buffer/enable") == "1"


def test_the_orientation_after_hysteresis_comes_with_the_samples(polled, start, stream):
    sensor = polled()
    samples = stream(start())
    samples.until(lambda reply: reply["samples"] and reply.get("deviceOrientation") == "portrait")

    sensor.hold("faceDown")

    samples.until(lambda reply: reply.get("deviceOrientation") == "faceDown")


def test_a_still_polled_sensor_tells_every_sample_that_is_read(polled, start, stream):
    polled()
    samples = stream(start())
    samples.take(60)      # longer than it takes to come to rest

    before = time.monotonic()
    samples.take(3)
    assert time.monotonic() - before < 3


def test_the_sensor_is_on_while_a_stream_is_open_and_five_seconds_longer(buffered, start, stream):
    sensor = buffered()
    daemon = start()
    assert sensor.read("buffer/enable") == "0"
    samples = stream(daemon)
    samples.take(5)
    assert sensor.read("buffer/enable") == "1"

    samples.close()
    before = time.monotonic()
    await_condition(lambda: sensor.read("buffer/enable") == "0", "the buffer is disabled")

    assert 4.5 < time.monotonic() - before < 8


def test_the_maximum_rate_leaves_samples_out_and_changes_nothing_for_others(buffered, start, stream):
    sensor = buffered()
    daemon = start(config="[Sensor]\nSamplingFrequency=50\n")
    all_samples, some = stream(daemon), stream(daemon, maximumRate=10)

    few = some.take(10)
    many = all_samples.take(40)

    gaps = [later["timestamp"] - earlier["timestamp"] for earlier, later in zip(few, few[1:])]
    assert 0.095 < sum(gaps) / len(gaps) / 1e6 < 0.2
    rate = (len(many) - 1) / (many[-1]["timestamp"] - many[0]["timestamp"]) * 1e6
    assert rate > 20
    assert float(sensor.read("sampling_frequency")) == 50


def test_another_sensor_than_the_selected_one_is_streamed(polled, start, stream):
    polled(number=0, parent="i2c-A", properties={"ACCEL_LOCATION": "display"})
    base = polled(number=1, parent="i2c-B", orientation="faceUp", properties={"ACCEL_LOCATION": "base"})
    daemon = start()

    samples = stream(daemon, sensor=base.id)
    first = samples.reply()
    reply = samples.until(lambda reply: reply["samples"])

    assert (first["sensor"]["id"], first["sensor"]["selected"]) == (base.id, False)
    assert first["sensor"]["active"]
    assert reply["samples"][0]["candidate"] == "faceUp"
    assert "deviceOrientation" not in first and "deviceOrientation" not in reply
    # The selected one is not powered by that.
    assert daemon.open().GetState()["state"]["sensorStatus"] == "idle"


def test_the_sensor_is_told_again_when_it_is_read_in_another_way(buffered, start, stream):
    sensor = buffered()
    samples = stream(start())
    samples.take(5)

    sensor.muted = True
    reply = samples.until(lambda reply: reply.get("sensor", {}).get("transport") == "sysfs")

    assert reply["sensor"]["id"] == sensor.id


def test_a_reader_that_sleeps_loses_the_oldest_samples_and_is_told_how_many(buffered, start, stream):
    buffered()
    daemon = start(config="[Sensor]\nSamplingFrequency=100\n")
    samples = stream(daemon)
    samples.take(5)

    time.sleep(6)       # the sensor goes on, and the reader does not
    replies = [samples.until(lambda reply: reply["dropped"] > 0)]
    while len(replies) < 5:
        replies.append(samples.reply())

    assert sum(reply["dropped"] for reply in replies) == replies[0]["dropped"]
    assert max(len(reply["samples"]) for reply in replies) <= 64
    stamps = [each["timestamp"] for reply in replies for each in reply["samples"]]
    assert stamps == sorted(set(stamps))


def test_a_reader_that_reads_nothing_for_ten_seconds_is_disconnected(buffered, start, stream):
    sensor = buffered()
    daemon = start(config="[Sensor]\nSamplingFrequency=100\n")
    samples = stream(daemon)
    samples.take(5)
    before = time.monotonic()

    # With the stream its hold on the sensor ends.
    await_condition(lambda: "has read no samples for 10 s" in daemon.log, "the reader is disconnected", 30)

    assert time.monotonic() - before > 9
    await_condition(lambda: sensor.read("buffer/enable") == "0", "the buffer is disabled", 15)


def test_a_reader_of_a_silent_sensor_is_not_disconnected(polled, start, stream):
    sensor = polled()
    daemon = start()
    samples = stream(daemon)
    samples.take(2)
    for axis in "xyz":
        sensor.write(f"in_accel_{axis}_raw", 0)
    # Whatever was on the way is read; then nothing more comes for longer than a reader may be slow.
    samples.wire.socket.settimeout(13)
    with pytest.raises(TimeoutError):
        while True:
            samples.wire.receive()

    sensor.hold("portrait")
    samples.wire.socket.settimeout(20)
    samples.until(lambda reply: reply["samples"])


def test_a_sensor_that_is_unplugged_ends_the_stream_with_its_errno(buffered, start, stream):
    sensor = buffered()
    daemon = start()
    samples = stream(daemon)
    samples.take(3)

    sensor.unplug()
    reply = samples.next()
    while "error" not in reply:
        reply = samples.next()

    assert reply["error"] == "org.orientationd.SensorUnavailable"
    assert reply["parameters"]["sensor"] == sensor.id
    assert reply["parameters"]["errnoName"] == "ENODEV"
    # The connection goes on.
    answer = samples.wire.call("org.orientationd.GetState")
    assert answer["parameters"]["state"]["sensorStatus"] == "absent"


def test_there_is_no_stream_of_a_sensor_that_is_not_there(polled, start, stream):
    daemon = start()
    reply = stream(daemon).next()
    assert (reply["error"], reply["parameters"]) == ("org.orientationd.NoSuchSensor", {})

    polled()
    reply = stream(daemon, sensor="/sys/devices/none").next()
    assert reply["error"] == "org.orientationd.NoSuchSensor"
    assert reply["parameters"] == {"sensor": "/sys/devices/none"}


def test_a_sensor_that_cannot_be_read_is_refused(polled, start, stream):
    sensor = polled(attributes={"in_accel_scale": "none"})

    reply = stream(start(), sensor=sensor.id).next()

    assert reply["error"] == "org.orientationd.SensorUnavailable"
    assert reply["parameters"]["errnoName"] == "EOPNOTSUPP"
    assert "scale" in reply["parameters"]["message"]


def test_a_fifth_stream_is_refused_until_one_of_four_ends(polled, start, stream):
    polled()
    daemon = start()
    streams = [stream(daemon) for _ in range(4)]
    for each in streams:
        each.reply()

    refused = stream(daemon).next()
    assert refused["error"] == "org.orientationd.TooManyStreams"
    assert refused["parameters"] == {"limit": 4}

    streams[0].close()
    await_condition(lambda: "error" not in stream(daemon).next(), "a place becomes free")


@pytest.mark.parametrize("rate", [0, -1, "fast"])
def test_a_wrong_rate_is_named(polled, start, stream, rate):
    polled()

    reply = stream(start(), maximumRate=rate).next()

    assert reply["error"] == "org.varlink.service.InvalidParameter"
    assert reply["parameters"] == {"parameter": "maximumRate"}


def test_a_call_without_more_is_answered_with_expected_more(polled, start):
    polled()
    with start().wire() as wire:
        assert wire.call(STREAM)["error"] == "org.varlink.service.ExpectedMore"


def test_a_recording_is_streamed_to_its_end(start, stream, tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_text("t_s,x,y,z\n" + "".join(f"{number / 100},0,9.81,0\n" for number in range(50)))
    samples = stream(start("--sensor", f"recording:{trace}"))

    assert samples.reply()["sensor"]["transport"] == "recording"
    taken = samples.take(50)
    reply = samples.next()

    assert len(taken) == 50
    assert reply["error"] == "org.orientationd.SensorUnavailable"
    assert reply["parameters"]["errnoName"] == "ENODATA"
