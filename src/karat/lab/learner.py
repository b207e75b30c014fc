"""How a net learns from samples: Adam, on a graphics processor where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import torch

if TYPE_CHECKING:
    from karat.lab.plan import TrainingPlan


class Learner(Protocol):
    """An algorithm: made with the model and the plan. A class of your own is named in `karat train --config`."""

    def learn(self, batch: tuple[torch.Tensor, ...], rate: float) -> float:
        """Learn from one batch, what `model.loss` takes; the loss."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """All that a checkpoint must keep beside the model."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None: ...


class AdamLearner:
    """The model moves to the graphics processor; batches follow it."""

    def __init__(self, model: Any, plan: TrainingPlan) -> None:
        self.model = model
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        model.to(self.device)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=plan.rate)

    def learn(self, batch: tuple[torch.Tensor, ...], rate: float) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self.model.loss(*(part.to(self.device, non_blocking=True) for part in batch))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return float(loss.item())

    def state_dict(self) -> dict[str, Any]:
        state: dict[str, Any] = self.optimizer.state_dict()
        return state

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.optimizer.load_state_dict(state)
