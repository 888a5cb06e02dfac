import {updatedAtIn} from '../api/decode.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {maxPages} from '../api/whole-list.ts';
import type {ServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {isVisible, plain, safe} from '../base/text.ts';
import {confirmationFor, emptyBody, parseBody, unaskedText} from '../model/confirmation.ts';
import {isProtected} from '../model/connection.ts';
import {type EditedProject, editableNames, parseEdited, unchangeableFields} from '../model/edited-fields.ts';
import {projectTitle} from '../model/project-title.ts';
import {patchCommand} from '../model/suggested-commands.ts';
import {baseOf, fieldsWith, type IntentRef, type Write} from '../model/write-intent.ts';
import {type CommandContext, serviceOptions} from './context.ts';
import {CommandError, orInterrupted} from './errors.ts';
import {eachPage} from './find-project.ts';
import type {confirmation, deploying, Values} from './options.ts';
import type {Wanted} from './project-wait.ts';
import {waitForDeployments} from './wait.ts';
import {
	canAsk,
	confirm,
	sendWrite,
	type WriteOptions,
	type WriteResult,
	type WriteRun,
	withWriteRun,
	writeOne,
	writeTo,
} from './write.ts';

export async function runCreate(
	options: WriteOptions & {readonly name: string},
	context: CommandContext,
): Promise<number> {
	const {name} = options;
	if (!isVisible(name)) throw new CommandError(exitCodes.usage, plain`A project needs a name.`);
	if (name === '-')
		throw new CommandError(
			exitCodes.usage,
			plain`landfall create takes a name, and reads nothing from standard input.`,
		);
	return withWriteRun(options, context, run =>
		writeOne(run, {project: undefined, title: safe(name)}, createProject(run, name)),
	);
}

/** Adds a project. Reads the list first, so that no project in it is mistaken for the new one if the answer is lost. */
export async function createProject(run: WriteRun, name: string): Promise<WriteResult> {
	const known: string[] = [];
	for await (const {page} of eachPage(run.client, {maxPages})) known.push(...page.projects.map(({id}) => id));
	return sendWrite(run, {kind: 'create', name, known}, name);
}

type EditOptions = WriteOptions & {
	readonly project: string;
	readonly changes: {readonly [Field in keyof ProjectChanges]-?: string | undefined};
	readonly bodyFile: string | undefined;
};

export const runEdit = (options: EditOptions, context: CommandContext): Promise<number> =>
	withWriteRun(options, context, async run => {
		const wanted = await wantedChanges(options, context);
		return writeTo(run, options.project, project => editProject(run, project, wanted));
	});

type WantedChanges = {
	readonly changes: ProjectChanges;
	/** The file, and when the project was last changed according to it. */
	readonly edited: EditedProject;
	readonly basedOn: ServiceTime | undefined;
};

/** Returns the fields that the options and the file name. An option takes precedence. */
async function wantedChanges({changes, bodyFile}: EditOptions, context: CommandContext): Promise<WantedChanges> {
	const json = bodyFile === undefined ? '{}' : await orInterrupted(context, context.readText(bodyFile));
	const edited = parseEdited(json);
	if (!edited) throw new CommandError(exitCodes.usage, plain`The changes must be a JSON object.`);
	const wanted = fieldsWith(field => changes[field] ?? edited.changes[field]);
	const basedOn = updatedAtIn(parseBody(json) ?? {});
	const hasOthers = [...edited.others.keys()].some(name => name !== 'updated_at');
	if (Object.keys(wanted).length > 0 || hasOthers) return {changes: wanted, edited, basedOn};
	throw new CommandError(exitCodes.usage, plain`There is nothing to change: the fields are ${editableNames}.`);
}

/** Sends the wanted fields that differ from the current record. `project` is the record from when the command found it: a field that someone else has changed since is not overwritten. */
async function editProject(run: WriteRun, project: Project, wanted: WantedChanges): Promise<WriteResult> {
	const {value: current, sent} = await run.client.readProject(project.id);
	const {changes, edited, basedOn} = wanted;
	const now = baseOf(current);
	const changed = fieldsWith(field => (changes[field] === (now.values[field] ?? '') ? undefined : changes[field]));
	const refused = unchangeableFields(edited, sent()).filter(
		// It says what the record is based on.
		name => name !== 'updated_at' || basedOn === undefined,
	);
	if (refused.length > 0) {
		const names = safe(refused.join(', '), 200);
		const command = patchCommand(project.id, 'FILE', serviceOptions(run.options));
		const advice = command === undefined ? plain`` : plain` To send other fields: ${command}`;
		throw new CommandError(
			exitCodes.usage,
			plain`Nothing was sent: landfall edit cannot change ${names}. It only sets the text of ${editableNames}.${advice}`,
		);
	}

	if (Object.keys(changed).length === 0) return {kind: 'unchanged', project: current, sent: sent()};
	const edit: Write = {kind: 'edit', projectId: project.id, changes: changed, base: baseOf(project)};
	return sendWrite(run, edit, projectTitle(current), {basedOn});
}

type DeleteOptions = WriteOptions & Values<readonly [typeof confirmation]> & {readonly project: string};

export async function runDelete(options: DeleteOptions, context: CommandContext): Promise<number> {
	if (!options.isConfirmed && !canAsk(context)) throw new CommandError(exitCodes.usage, unaskedText('delete'));
	return withWriteRun(options, context, run =>
		writeTo(run, options.project, project => deleteProject(run, project, options.isConfirmed)),
	);
}

/** Deletes a project. Unless `isSure`, the user must confirm it first. Of a protected one, the answer would not matter. */
async function deleteProject(run: WriteRun, project: Project, isSure: boolean): Promise<WriteResult> {
	const {service, context} = run;
	const question = confirmationFor(project);
	if (!isSure && !isProtected(service.guards, question)) await confirm(context, 'delete', question, false);
	return sendWrite(run, {kind: 'delete', projectId: project.id}, question.title, {labels: question.labels});
}

type DeployOptions = WriteOptions &
	Values<typeof deploying> & {readonly project: string; readonly bodyFile: string | undefined};

export async function runDeploy(options: DeployOptions, context: CommandContext): Promise<number> {
	return withWriteRun(options, context, async run => {
		const body = await bodyOf(options, context);
		const started: Wanted[] = [];
		const unsaid: IntentRef[] = [];
		const forgetSaid = () => Promise.all(unsaid.splice(0).map(run.writes.forget));
		const exitCode = await writeTo(run, options.project, async project => {
			const outcome = await deployProject(run, project, body, options.isConfirmed);
			if (!options.isAwaited || outcome.kind !== 'done' || outcome.done.kind !== 'deployed') return outcome;
			const {id} = outcome.done.deployment;
			const startedHere = [{id, at: context.clock.now()}];
			const own = {projectId: project.id, project: projectTitle(project), id, startedHere};
			started.push({...own, which: 'newest'});
			if (context.output.isTable) return outcome;
			// Following a deployment prints its start first.
			unsaid.push(outcome.done.ref);
			return undefined;
		});
		if (started.length === 0) return exitCode;
		const waiting = {...run, onPrinted: () => void forgetSaid()};
		const verdict = await waitForDeployments(started, options, waiting, context);
		await forgetSaid();
		return verdict;
	});
}

async function bodyOf({bodyFile}: Pick<DeployOptions, 'bodyFile'>, context: CommandContext): Promise<string> {
	const body = bodyFile === undefined ? emptyBody : await orInterrupted(context, context.readText(bodyFile));
	if (parseBody(body)) return body;
	throw new CommandError(exitCodes.usage, plain`The request body must be a JSON object.`);
}

/** Deploys a project. A protected one only once the user is sure or confirms it. */
export async function deployProject(
	run: WriteRun,
	project: Project,
	body: string,
	isSure: boolean,
): Promise<WriteResult> {
	const {service, context} = run;
	const question = confirmationFor(project);
	const isGuarded = isProtected(service.guards, question);
	if (isGuarded && !isSure) {
		if (!canAsk(context)) throw new CommandError(exitCodes.usage, unaskedText('deploy'));
		await confirm(context, 'deploy', question, true);
	}

	const write: Write = {kind: 'deploy', projectId: project.id, body, known: undefined};
	return sendWrite(run, write, question.title, {
		labels: question.labels,
		isProtectionConfirmed: isSure || isGuarded,
	});
}
