// What an application needs besides this module: the core, and what a state is made of.

@_exported public import OrientationCore
@_exported public import enum OrientationProtocol.OrientationError
@_exported public import struct OrientationProtocol.OrientationState
@_exported public import struct OrientationProtocol.RotationLock
@_exported public import enum OrientationProtocol.SensorStatus
