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
const rowsOf = (belongs: (option: Row) => boolean): string[] =>
	optionTable
		.filter(option => option.name !== 'demo' && belongs(option))
		.map(option => {
			const name = 'value' in option ? `--${option.name} ${option.value}` : `--${option.name}`;
			return row(name, option.about, 'variable' in option ? option.variable : undefined);
		});

const row = (name: string, about: string, variable?: string): string =>
	`  ${name.padEnd(20)}  ${variable ? `${about.padEnd(37)} ${variable}` : about}`;
