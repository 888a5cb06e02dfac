import {plain} from '../../base/text.ts';
import {readOnlyText} from '../../model/connection.ts';
import {type CustomCommand, filledArgv, variablesOf} from '../../model/custom-command.ts';
import {versionOf} from '../../model/upload-version.ts';
import {openDialog} from '../../state/dialogs.ts';
import {withKeyPause} from '../../state/key-guard.ts';
import {placeholderValues} from '../../state/placeholder-values.ts';
import {listsProjects, type Screen} from '../../state/screen.ts';
import type {State} from '../../state/state.ts';
import type {Binding, KeyScope, KeyScopes, KeyTarget} from '../contexts.ts';
import {hasMarks} from './binding.ts';
import {notSelectedReason} from './record-keys.ts';

function filled(command: CustomCommand, state: State, {projectId, deployment}: KeyTarget) {
	const values = placeholderValues(state, projectId, command.on === 'deployment' ? deployment : undefined);
	return {values, ...filledArgv(command.argv, values)};
}

const customCommandBinding = (command: CustomCommand): Binding => ({
	id: command.id,
	isHinted: true,
	isWrite: command.isWrite,
	unavailable(state, target) {
		const readOnly = command.isWrite ? readOnlyText(state.connection) : undefined;
		if (readOnly !== undefined) return readOnly;
		if (hasMarks(state)) return 'It acts on one project: clear the marks first';
		if (!target) return notSelectedReason(state);
		if (command.on === 'deployment' && !target.deployment) return 'No deployment selected';
		const result = filled(command, state, target);
		return 'reason' in result ? result.reason : undefined;
	},
	run(app, state, key, target) {
		const result = target && filled(command, state, target);
		if (!result || 'reason' in result) return;
		const {argv, values} = result;
		const version = command.on === 'deployment' && target.deployment && versionOf(target.deployment);
		const record = version ? plain`${target.name} ${version}` : target.name;
		const title = plain`${command.name}: ${record}`;
		const program = {title, run: command.run, isWrite: command.isWrite, argv, variables: variablesOf(values)};
		if (command.isAsked) return app.store.change(current => openDialog(current, {name: 'custom command', program}));
		app.runProgram(program);
		// Holding the key starts only one program.
		app.store.change((current, now) => withKeyPause(current, key, now, false));
	},
});

export function addCustomCommands(
	scopes: KeyScopes,
	customCommands: readonly CustomCommand[],
	profile: string | undefined,
): KeyScopes {
	const usable = customCommands.filter(command => command.profile === undefined || command.profile === profile);
	if (usable.length === 0) return scopes;
	const extended = (name: Screen['name'], scope: KeyScope): KeyScope => {
		const isHere = ({on}: CustomCommand) => on === 'project' || !listsProjects({name});
		return scope.selects
			? {...scope, keys: [...scope.keys, ...usable.filter(isHere).map(customCommandBinding)]}
			: scope;
	};
	const screens = Object.entries(scopes.screens).map(([name, scope]) => [
		name,
		extended(name as Screen['name'], scope),
	]);
	return {...scopes, screens: Object.fromEntries(screens)};
}
