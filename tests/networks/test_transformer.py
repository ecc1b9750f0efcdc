"""The transformer against torch's own building blocks, and what its conventions imply."""

from dataclasses import replace

import pytest
from late import late

with late():
    import torch
    from torch import nn
    from torch.func import grad, vmap

    from layerproof.networks.models.transformer import Transformer

SMALL = Transformer(vocabulary=9, length=4, outputs=7, width=12, layers=2, heads=3)


def one(transformer):
    start = transformer.init(1, torch.Generator().manual_seed(1), torch.float64)
    # Norms and biases that start at one and zero are moved, so that a forgotten one shows.
    noise = torch.Generator().manual_seed(2)
    return {k: v[0] + 0.1 * torch.randn(v[0].shape, generator=noise, dtype=v.dtype) for k, v in start.items()}


def tokens(transformer, n=11):
    return torch.randint(transformer.vocabulary, (n, transformer.length), generator=torch.Generator().manual_seed(3))


def by_modules(transformer, parameters, x):
    """The same network out of torch.nn, every token of every layer."""

    def filled(module, **values):
        module = module.double()
        module.load_state_dict(values)
        return module

    d = transformer.width
    mask = torch.full((x.shape[1], x.shape[1]), -torch.inf, dtype=torch.float64).triu(1)
    h = filled(nn.Embedding(transformer.vocabulary, d), weight=parameters["tokens"])(x) + parameters["positions"]

    def part(name):
        return {end: parameters[f"{name}.{end}"] for end in ("weight", "bias")}

    for k in range(transformer.layers):
        attention = filled(
            nn.MultiheadAttention(d, transformer.heads, batch_first=True),
            in_proj_weight=parameters[f"{k}.qkv.weight"],
            in_proj_bias=parameters[f"{k}.qkv.bias"],
            **{f"out_proj.{end}": parameters[f"{k}.out.{end}"] for end in ("weight", "bias")},
        )
        h = filled(nn.LayerNorm(d), **part(f"{k}.norm_1"))(h)
        h = h + attention(h, h, h, attn_mask=mask, need_weights=False)[0]
        inner = filled(nn.LayerNorm(d), **part(f"{k}.norm_2"))(h)
        inner = nn.GELU()(filled(nn.Linear(d, 4 * d), **part(f"{k}.up"))(inner))
        h = h + filled(nn.Linear(4 * d, d), **part(f"{k}.down"))(inner)
    return filled(nn.LayerNorm(d), **part("norm"))(h)[:, -1]


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_equals_the_network_out_of_torch_modules(layers):
    transformer = Transformer(vocabulary=9, length=4, outputs=7, width=12, layers=layers, heads=3)
    parameters, x = one(transformer), tokens(transformer)
    with torch.no_grad():
        expected = by_modules(transformer, parameters, x)
        assert torch.allclose(transformer.features(parameters, x), expected, rtol=0, atol=1e-12)
        output = transformer(parameters, x)
        assert torch.allclose(output, expected @ parameters["last.weight"].T, rtol=0, atol=1e-12)


def test_attention_is_torch_s_causal_attention():
    parameters, x = one(SMALL), tokens(SMALL)
    h = torch.randn(len(x), 4, 12, generator=torch.Generator().manual_seed(4), dtype=torch.float64)
    query, key, value = (
        part.reshape(len(x), 4, 3, 4).transpose(1, 2)
        for part in nn.functional.linear(h, parameters["0.qkv.weight"], parameters["0.qkv.bias"]).chunk(3, -1)
    )
    mixed = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    mixed = mixed.transpose(1, 2).reshape(len(x), 4, 12)
    expected = nn.functional.linear(mixed, parameters["0.out.weight"], parameters["0.out.bias"])
    got = SMALL._attention(parameters, 0, h, only_last=False)
    assert torch.allclose(got, expected, rtol=0, atol=1e-12)
    last = SMALL._attention(parameters, 0, h, only_last=True)
    assert torch.allclose(last, expected[:, -1:], rtol=0, atol=1e-12)


def test_positions_are_told_apart():
    parameters = one(SMALL)
    forward, swapped = torch.tensor([[1, 8, 2, 7]]), torch.tensor([[2, 8, 1, 7]])
    assert not torch.allclose(SMALL(parameters, forward), SMALL(parameters, swapped), atol=1e-3)
    blind = {**parameters, "positions": torch.zeros_like(parameters["positions"])}
    # Without positions and with one layer, the last token sees a set of tokens, not their order.
    shallow = Transformer(vocabulary=9, length=4, outputs=7, width=12, layers=1, heads=3)
    assert torch.allclose(shallow(blind, forward), shallow(blind, swapped), atol=1e-12)


def test_the_first_norm_forgets_the_scale_of_the_embeddings():
    parameters, x = one(SMALL), tokens(SMALL)
    larger = {**parameters, "tokens": 30 * parameters["tokens"], "positions": 30 * parameters["positions"]}
    assert torch.allclose(SMALL(parameters, x), SMALL(larger, x), atol=1e-3)


def test_many_networks_at_once_are_the_networks_one_by_one():
    x = tokens(SMALL)
    start = SMALL.init(3, torch.Generator().manual_seed(5), torch.float64)

    def loss(parameters, x):
        return SMALL(parameters, x).square().mean()

    together = vmap(grad(loss), in_dims=(0, None))(start, x)
    for k in range(3):
        alone = {name: value[k].clone().requires_grad_() for name, value in start.items()}
        loss(alone, x).backward()
        assert all(torch.allclose(together[name][k], value.grad, atol=1e-12) for name, value in alone.items())
    # A token that does not occur has no gradient, and every other parameter has one.
    absent = sorted(set(range(9)) - set(x.unique().tolist()))
    assert not together["tokens"][:, absent].any()
    assert all(value.flatten(1).any(1).all() for value in together.values())


def test_start_is_torch_s_own_initialisation():
    start = SMALL.init(400, torch.Generator().manual_seed(6))
    theirs = nn.MultiheadAttention(12, 3).in_proj_weight.detach()
    assert float(start["0.qkv.weight"].abs().max()) == pytest.approx(float((6 / 48) ** 0.5), rel=1e-3)
    assert float(theirs.abs().max()) <= (6 / 48) ** 0.5
    assert float(start["tokens"].std()) == pytest.approx(1, abs=0.02)
    assert float(start["1.down.weight"].std()) == pytest.approx((1 / (3 * 48)) ** 0.5, rel=0.01)
    assert float(start["1.up.weight"].std()) == pytest.approx((1 / (3 * 12)) ** 0.5, rel=0.01)
    # Three times the scale triples matrices and leaves norms.
    larger = replace(SMALL, scale=3.0).init(400, torch.Generator().manual_seed(6))
    for name in ("last.weight", "tokens", "0.qkv.weight", "1.up.bias"):
        assert torch.allclose(larger[name], 3 * start[name])
    assert torch.equal(larger["norm.weight"], start["norm.weight"])


def test_the_script_s_number_of_parameters():
    # But for the fifth position and two outputs, which the script has and never uses.
    block = 12 * 128**2 + (3 + 1 + 4 + 1) * 128 + 4 * 128
    assert Transformer(vocabulary=99, length=4, outputs=97).size == 2 * block + (99 + 4 + 97 + 2) * 128


def test_what_is_refused():
    with pytest.raises(ValueError, match="5 heads of a width of 12"):
        Transformer(vocabulary=9, length=4, outputs=7, width=12, heads=5)
    with pytest.raises(ValueError, match="expected positive numbers"):
        Transformer(vocabulary=9, length=4, outputs=0)
    with pytest.raises(ValueError, match="the parametrisation 'pytorch'"):
        replace(SMALL, parametrisation="ntk")
    with pytest.raises(ValueError, match=r"shape \(3, 5\); expected \(n, 4\)"):
        SMALL(one(SMALL), torch.zeros(3, 5, dtype=torch.long))
