"""A model and an algorithm as somebody else would write them, for the tests of `karat train --config`."""

import torch

from karat.aurum.lab.subject import Model


class Mine(Model):
    """Learns the chance to win alone."""

    def loss(self, x, metals, targets):
        out = self(x, metals)[:, 0]
        return torch.nn.functional.binary_cross_entropy_with_logits(out, targets[:, 0].clamp(0, 1))


class Wide(torch.nn.Module):
    """A net that no kernel of ours can run."""

    def __init__(self):
        super().__init__()
        self.only = torch.nn.Linear(3, 3)


class Descent:
    """Plain steepest descent."""

    def __init__(self, model, _plan):
        self.model, self.steps = model, 0

    def learn(self, batch, rate):
        loss = self.model.loss(*batch)
        self.model.zero_grad()
        loss.backward()
        with torch.no_grad():
            for weights in self.model.parameters():
                if weights.grad is not None:
                    weights.sub_(rate * weights.grad)
        self.steps += 1
        return loss.item()

    def state_dict(self):
        return {"steps": self.steps}

    def load_state_dict(self, state):
        self.steps = state["steps"]
