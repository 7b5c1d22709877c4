"""Kernels compile for CUDA, where the compiler for it is installed; no GPU is asked for."""

import pytest

from ludarium.envs.core.conformance import ConformanceError
from ludarium.envs.core.conformance.cuda import EXTRA, check_cuda, cuda_available
from ludarium.envs.core.kernels import Record, kernel
from ludarium.envs.registry import list_games, make_game
from tests.toys import SPECS, toy_game
from tests.toys.changed import changed

needs_cuda = pytest.mark.skipif(not cuda_available(), reason=f"needs {EXTRA}: the compiler for CUDA")


@needs_cuda
@pytest.mark.parametrize("name", list_games())
def test_kernels_of_the_games_compile_without_calls_and_stack(name: str) -> None:
    reports = check_cuda(make_game(name))
    assert [report.kernel for report in reports][:5] == ["new", "legal", "step", "observe", "resample"]
    for report in reports:
        assert ".target sm_90" in report.ptx
        assert (report.kernel, report.calls, report.stack_bytes) == (report.kernel, 0, 0)


@needs_cuda
@pytest.mark.parametrize("name", SPECS)
def test_kernels_of_the_toys_compile(name: str) -> None:
    assert len(check_cuda(toy_game(name))) >= 5


@kernel
def step_that_prints(s: Record, action: int) -> None:
    s.moves += len(str(action))


@needs_cuda
def test_a_kernel_that_does_not_compile_is_named() -> None:
    game = changed(SPECS["race"], "strings", step=step_that_prints)
    with pytest.raises(ConformanceError, match="strings fails check_cuda: kernel step does not compile for CUDA"):
        check_cuda(game)


@pytest.mark.skipif(cuda_available(), reason="the extra is installed")
def test_without_the_extra_the_error_names_it() -> None:
    with pytest.raises(RuntimeError, match=r"pip install 'ludarium\[cuda\]'"):
        check_cuda(toy_game("race"))
