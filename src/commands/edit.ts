import {updatedAtIn} from '../api/decode.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, safe} from '../base/text.ts';
import {parseBody} from '../model/confirmation.ts';
import {type EditedProject, editableNames, parseEdited, unchangeableFields} from '../model/edited-fields.ts';
import {projectTitle} from '../model/project-title.ts';
import {patchCommand} from '../model/suggested-commands.ts';
import {baseOf, fieldsWith, type Write} from '../model/write-intent.ts';
import {CommandError, orInterrupted} from './command-error.ts';
import {type CommandContext, serviceOptions} from './context.ts';
import {sendWrite, type WriteOptions, type WriteResult, type WriteRun} from './send-write.ts';
import {runWrite, writeTo} from './write-command.ts';

type EditOptions = WriteOptions & {
	readonly project: string;
	readonly changes: {readonly [Field in keyof ProjectChanges]-?: string | undefined};
	readonly bodyFile: string | undefined;
};

export const runEdit = (options: EditOptions, context: CommandContext): Promise<number> =>
	runWrite(options, context, async run => {
		const wanted = await wantedChanges(options, context);
		return writeTo(run, options.project, project => editProject(run, project, wanted));
	});

type WantedChanges = {
	readonly changes: ProjectChanges;
	readonly edited: EditedProject;
	readonly basedOn: ServiceTime | undefined;
};

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

/** Sends the fields that differ from the current record. `project` is the record the command found, so a field changed by someone else since then is not overwritten. */
async function editProject(run: WriteRun, project: Project, wanted: WantedChanges): Promise<WriteResult> {
	const {value: current, sent} = await run.client.readProject(project.id);
	const {changes, edited, basedOn} = wanted;
	const now = baseOf(current);
	const changed = fieldsWith(field => (changes[field] === (now.values[field] ?? '') ? undefined : changes[field]));
	const unchangeable = unchangeableFields(edited, sent()).filter(
		// `updated_at` states the version of the record that the file is based on.
		name => name !== 'updated_at' || basedOn === undefined,
	);
	if (unchangeable.length > 0) {
		const names = safe(unchangeable.join(', '), 200);
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
