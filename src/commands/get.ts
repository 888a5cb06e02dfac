import {encodeDeployment, encodeProject} from '../api/decode.ts';
import {plain} from '../base/text.ts';
import {bareView, deploymentFields as shownDeployment} from '../present/deployment.ts';
import {type Field, wrappedFieldLines} from '../present/fields.ts';
import {projectFields as shownProject} from '../present/project.ts';
import type {CommandContext} from './context.ts';
import {forEachProject} from './find-project.ts';
import type {HeadlessOptions} from './options.ts';
import {isoTimeNow} from './read-projects.ts';
import {createRetryingClient} from './retrying-client.ts';

type GetOptions = HeadlessOptions & {readonly project: string; readonly deployment: string | undefined};

export async function runGet(options: GetOptions, context: CommandContext): Promise<number> {
	const {deployment: deploymentId} = options;
	const {output, rowContext} = context;
	const service = await context.openService();
	const client = createRetryingClient(service.client, options, context);
	let hasPrinted = false;

	function print(sent: () => object, encoded: object, fields: readonly Field[]) {
		// A blank line separates records.
		if (hasPrinted && !output.isJson) output.print(plain``);
		hasPrinted = true;
		if (output.isJson) output.document({...sent(), _landfall: {read_at: isoTimeNow(context)}}, options.project === '-');
		else if (output.isTable) for (const line of wrappedFieldLines(fields, output.width)) output.paint(line);
		else for (const field of Object.entries(encoded)) output.fields(field);
	}

	return forEachProject(options.project, {...context, client}, async ({project, sent: projectSent}) => {
		if (deploymentId === undefined) {
			const {value, sent} = projectSent ? {value: project, sent: projectSent} : await client.readProject(project.id);
			print(sent, encodeProject(value), shownProject(value, rowContext()));
		} else {
			const {value, sent} = await client.readDeployment(project.id, deploymentId);
			print(sent, encodeDeployment(value), shownDeployment(bareView(value), rowContext()));
		}
	});
}
