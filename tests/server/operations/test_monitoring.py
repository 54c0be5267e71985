"""Dashboard, alert rules and Kubernetes manifest: valid for their own tools, and about things that exist."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import pytest
import yaml  # type: ignore[import-untyped]

from serving import http_client, inside, run

pytestmark = pytest.mark.once

DEPLOY = Path(__file__).parents[3] / "deploy"
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
RULES: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))["groups"][0]["rules"]
MANIFESTS: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")))
METRIC = re.compile(r"\b(?:heptapolis|process)_[a-z_]+")
KUBERNETES = "1.31"


def expressions() -> list[str]:
    """Everything that the dashboard and the rules ask Prometheus for."""
    panels = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [*panels, *(rule["expr"] for rule in RULES)]


def test_every_metric_in_dashboard_and_rules_exists(tmp_path: Path) -> None:
    async def main() -> str:
        async with inside(tmp_path) as server, http_client(server.url) as http:
            await http.get("/api/me")
            return (await http.get("/metrics")).text

    told = set(re.findall(r"^([a-z_]+)[ {]", run(main()), re.M))
    asked = {name for expression in expressions() for name in METRIC.findall(expression)}
    assert len(asked) >= 10
    assert asked <= told, asked - told


def test_the_dashboard_has_places_and_units() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places) >= 10
    assert all(panel["fieldConfig"]["defaults"]["unit"] and panel["title"] for panel in DASHBOARD["panels"])
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)


def test_every_rule_says_what_happens_and_how_bad_it_is() -> None:
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"] and rule["for"]


def test_promtool_accepts_the_rules_and_they_fire(record_property: Callable[[str, object], None]) -> None:
    """Where Prometheus is installed; the other tests here do not need it."""
    promtool = shutil.which("promtool")
    if promtool is None:
        record_property("note", "promtool is not installed: deploy/alerts.yaml was NOT checked by it")
        return
    for arguments in (["check", "rules", "alerts.yaml"], ["test", "rules", "alerts.test.yaml"]):
        done = subprocess.run([promtool, *arguments], cwd=DEPLOY, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda each: f"{each['kind']}-{each['metadata']['name']}")
def test_manifests_are_valid(manifest: dict[str, Any]) -> None:
    kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


def test_a_mistake_in_a_manifest_is_noticed() -> None:
    deployment = next(each for each in MANIFESTS if each["kind"] == "Deployment")
    wrong = json.loads(json.dumps(deployment))
    wrong["spec"]["template"]["spec"]["containers"][0]["port"] = 1
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, KUBERNETES, strict=True)


def test_manifests_fit_together() -> None:
    kinds = ("Deployment", "StatefulSet")
    pods = {each["metadata"]["name"]: each["spec"]["template"] for each in MANIFESTS if each["kind"] in kinds}
    for service in (each for each in MANIFESTS if each["kind"] == "Service"):
        [pod] = [pod for pod in pods.values() if pod["metadata"]["labels"] == service["spec"]["selector"]]
        ports = {port["name"] for container in pod["spec"]["containers"] for port in container["ports"]}
        assert {port.get("targetPort", port["name"]) for port in service["spec"]["ports"]} <= ports
    server = pods["heptapolis"]["spec"]
    assert server["enableServiceLinks"] is False  # else HEPTAPOLIS_PORT would be an address
    probes = server["containers"][0]
    assert probes["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert probes["livenessProbe"]["httpGet"]["path"] == "/healthz"
