import {plain} from '../../base/text.ts';
import {comparisonFields} from '../../present/comparison.ts';
import {wrappedFieldLines} from '../../present/fields.ts';
import {knownDeployment} from '../../state/deployments.ts';
import {dialogOf} from '../../state/dialogs.ts';
import {documentDialog} from '../components/document.tsx';
import {closing} from '../keys/common-keys.ts';
import {deploymentRowOf} from '../lines/deployment-view.ts';

export const comparisonDialog = documentDialog({
	title: plain`Comparison`,
	read({state, context}, width) {
		const {projectId = '', ids = []} = dialogOf(state, 'comparison') ?? {};
		const [from, to] = ids.flatMap(id => knownDeployment(state, projectId, id) ?? []);
		if (!from || !to) return {rows: [[{text: plain`One of the two is gone.`, tone: 'quiet'}]]};
		const fields = comparisonFields(deploymentRowOf(state, from), deploymentRowOf(state, to), context);
		return {rows: wrappedFieldLines(fields, width)};
	},
	keys: [closing('comparison.close')],
});
