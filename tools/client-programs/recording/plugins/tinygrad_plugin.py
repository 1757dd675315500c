"""For tinygrad's tests: a torch that knows nothing, and of the tests of single operations tinygrad's side alone."""

import sys
from unittest.mock import MagicMock


class Nothing(MagicMock):
    __version__ = "2.0"


for name in ["torch", "torch.nn", "torch.nn.functional", "torch.testing", "torch.nn.utils", "torch.utils", "torch.autograd"]:
    sys.modules[name] = Nothing(name=name)
sys.modules["torch"].Tensor = type("Tensor", (), {})


def one_side(shapes, torch_function, function=None, *_, forward_only=False, vals=None, low=-2, high=2, **__):
    import numpy
    from tinygrad import Tensor

    numpy.random.seed(0)
    if shapes is None:
        data = [numpy.array(v) for v in vals]
    else:
        data = [numpy.random.uniform(low, high, shape).astype(numpy.float32) for shape in shapes]
    tensors = [Tensor(d) for d in data]
    result = (function or torch_function)(*tensors)
    result.realize()
    floats = [t for t in tensors if t.dtype.name == "float"]
    if floats and not forward_only:
        for gradient in result.square().mean().gradient(*floats):
            gradient.realize()


def pytest_collection_modifyitems(items):
    for item in items:
        if hasattr(item.module, "helper_test_op"):
            item.module.helper_test_op = one_side
