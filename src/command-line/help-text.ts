import {commands, optionTable} from './command-table.ts';

type Row = (typeof optionTable)[number];

/** Returns the output of `landfall --help`: at most 24 lines of 80 columns. */
export const helpText = (): string =>
	[
		'landfall: browse upload projects, deploy them, watch the deployments land',
		...commands.map(({usage, about}) => row(usage, about)),
		'Options',
		...rowsOf(({places}) => places[0] === 'screens'),
		row('-h, --help', 'show this; -V, --version shows the version'),
		'With --demo and sandbox',
		...rowsOf(({places}) => places[0] === 'demo' || places[0] === 'sandbox'),
		'',
	].join('\n');

/** Omits `--demo`, which is listed among the commands. */
function rowsOf(belongs: (option: Row) => boolean): readonly string[] {
	const listed = optionTable.filter(option => option.name !== 'demo' && belongs(option));
	return listed.flatMap((option, index) => {
		if (!('about' in option)) return [];
		const next = listed.slice(index + 1);
		const end = next.findIndex(other => 'about' in other);
		const names = [option, ...next.slice(0, end < 0 ? undefined : end)].map(nameOf).join(', ');
		return [row(names, option.about, 'variable' in option ? option.variable : undefined)];
	});
}

const nameOf = (option: Row): string => ('value' in option ? `--${option.name} ${option.value}` : `--${option.name}`);

const row = (name: string, about: string, variable?: string): string =>
	`  ${name.padEnd(20)}  ${variable ? `${about.padEnd(37)} ${variable}` : about}`;
