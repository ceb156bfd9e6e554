"""Settings of every test run. Fixtures stand beside the tests that use them."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Examples are bounded and the same every time: a red run can be repeated. `HYPOTHESIS_PROFILE=wide` looks further.
settings.register_profile(
    "paipu", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wide", settings.get_profile("paipu"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "paipu"))
