"""tensorflow.contrib.distribute.python.cross_tower_ops: today's cross_device_ops by the names of its time."""

from tensorflow.python.distribute import cross_device_ops

CrossTowerOps = cross_device_ops.CrossDeviceOps
AllReduceCrossTowerOps = cross_device_ops.AllReduceCrossDeviceOps
ReductionToOneDeviceCrossTowerOps = cross_device_ops.ReductionToOneDevice
CollectiveAllReduce = cross_device_ops.CollectiveAllReduce
