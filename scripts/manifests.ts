/** `npm run manifests`: renders deploy/kubernetes from the chart and deploy/kubernetes/values.yaml. */
import { writeFile } from 'node:fs/promises';
import { installKubernetesTools } from './kubernetes-tools.ts';
import { renderChart } from './render-chart.ts';
import { fromRoot } from './root.ts';

await installKubernetesTools();
for (const [file, text] of renderChart('deploy/kubernetes/values.yaml')) {
  await writeFile(fromRoot('deploy/kubernetes', file), text);
  console.log(`deploy/kubernetes/${file}`);
}
