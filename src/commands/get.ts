import {objectAsSent} from '../api/decode/as-sent.ts';
import {encodeDeployment, encodeProject} from '../api/decode/decode.ts';
import type {LocalTime} from '../clock.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {deploymentFields as shownDeployment} from '../present/deployment.ts';
import {type Field, wrappedFieldLines} from '../present/fields.ts';
import {projectFields as shownProject} from '../present/project.ts';
import {plain} from '../text.ts';
import {captureAnswer} from './headless/captured-answer.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {findProject} from './headless/find-project.ts';
import {forEachProject} from './headless/input-lines.ts';
import type {Output} from './headless/output.ts';
import {createReader, type Reader} from './headless/reader.ts';

/** Prints one record with every field. Returns the exit code. */
export async function runGet(options: OptionsOf<'get'>, context: CommandContext): Promise<number> {
	if (options.deployment === '') {
		throw new CommandError(exitCodes.usage, plain`The deployment is empty. Name one by its id, or leave it out.`);
	}

	const {client} = await context.openService();
	const read = createReader(client, options, context);
	let hasPrinted = false;
	return forEachProject(options.project, context, async name => {
		const printRecord = await (options.deployment === undefined
			? readProject(name, read, context)
			: readDeployment(name, options.deployment, read, context));
		// A blank line separates records.
		if (hasPrinted && !options.isJson) context.output.print(plain``);
		hasPrinted = true;
		printRecord();
	});
}

/** Reads a project. Returns a function that prints it. */
async function readProject(
	name: string,
	read: Reader,
	{output, clock, rowContext}: CommandContext,
): Promise<() => void> {
	const {id} = await findProject(read, name, output.note);
	const answer = captureAnswer();
	const project = await read((client, signal, requestOptions) =>
		client.readProject(id, signal, {...requestOptions, ...answer.requestOptions}),
	);
	return () => {
		if (output.isJson) output.document(asSent(answer.body(), clock.now()));
		else print(output, encodeProject(project), shownProject(project, rowContext()));
	};
}

/** Reads a deployment. Returns a function that prints it. */
async function readDeployment(
	name: string,
	deploymentId: string,
	read: Reader,
	{output, clock, rowContext}: CommandContext,
): Promise<() => void> {
	const {id} = await findProject(read, name, output.note);
	const answer = captureAnswer();
	const deployment = await read((client, signal, requestOptions) =>
		client.readDeployment(id, deploymentId, signal, {...requestOptions, ...answer.requestOptions}),
	);
	const observed = {usual: undefined, changes: [], asOf: undefined};
	return () => {
		if (output.isJson) output.document(asSent(answer.body(), clock.now()));
		else print(output, encodeDeployment(deployment), shownDeployment(deployment, observed, rowContext()));
	};
}

const asSent = (body: string, readAt: LocalTime) => ({
	...objectAsSent(body),
	_landfall: {read_at: new Date(readAt).toISOString()},
});

/** Prints a record as labelled lines on a terminal, otherwise as lines of a name and a value. */
function print(output: Output, encoded: object, fields: readonly Field[]): void {
	if (output.isTable) for (const line of wrappedFieldLines(fields, output.width)) output.paint(line);
	else for (const field of Object.entries(encoded)) output.fields(field);
}
