import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

/** The findings of Spectral's recommended rules. */
export async function lintWithSpectral(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] });
  const findings = await spectral.run(JSON.stringify(document));
  return findings.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

/** The findings of Redocly's recommended rules. */
export async function lintWithRedocly(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const findings = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return findings.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}
