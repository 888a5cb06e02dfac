import {join} from 'node:path';
import {parseBaseUrl} from '../api/endpoint.ts';
import {isVisible, safe} from '../base/text.ts';
import {type Candidate, type CompletionSource, completionsOf, type NamedService} from '../cli/completion.ts';
import {shellInput} from '../cli/shells.ts';
import {serviceNamed} from '../commands/options.ts';
import {readCompletionNames} from '../journal/read-only.ts';
import {sortNames} from '../model/arrangement.ts';
import {connectionKey} from '../model/connection.ts';
import {findDirectories} from '../settings/directories.ts';
import {chosenConnection, openSettings} from '../settings/settings.ts';

const maxCandidateLength = 100;

/** Answers a shell's completion script. Sends and writes nothing. Offers nothing after an error. */
export function complete([shell, ...given]: readonly string[], environment: NodeJS.ProcessEnv): string {
	try {
		const input = shellInput(shell, given);
		if (!input) return '';
		const candidates = completionsOf(input.words, known(environment));
		if (!candidates) return '\n';
		const lines = candidates.filter(isHarmless).flatMap(candidate => input.lineOf(candidate) ?? []);
		return lines.map(line => `${line}\n`).join('');
	} catch {
		return '';
	}
}

/** A name from the service is offered only if it can be shown and typed as it is. */
const isHarmless = ({value}: Candidate): boolean =>
	value.length <= maxCandidateLength &&
	isVisible(value) &&
	value === safe(value, maxCandidateLength) &&
	!/[\ufffd…◌]/.test(value);

function known(environment: NodeJS.ProcessEnv): CompletionSource {
	const directories = findDirectories(environment);
	const settings = () => openSettings(directories.settings).get();
	const journal = join(directories.state, 'journal.sqlite');
	const chosenIn = (named: Omit<NamedService, 'isDemo'>) =>
		chosenConnection(serviceNamed(named, environment), settings());
	const serviceIn = ({isDemo, ...named}: NamedService) => {
		if (isDemo) return 'none';
		const {profile, baseUrl = ''} = chosenIn(named);
		const address = parseBaseUrl(baseUrl);
		return address.ok
			? connectionKey({
					name: profile === undefined ? address.host : safe(profile),
					host: address.host,
					baseUrl: address.url,
				})
			: undefined;
	};

	return {
		sortFields: sortNames,
		deploys: ({isDemo, ...named}) => (isDemo ? [] : (chosenIn(named).saved?.deploys ?? []).map(({name}) => name)),
		profiles: () => [...settings().profiles.keys()].filter(name => !name.startsWith('-')),
		projects: (service, typed) => projectCandidates(readCompletionNames(journal, serviceIn(service), typed), typed),
	};
}

/** With nothing typed, offers one per project: the first of slug, name and id that is unique and can be typed. Otherwise offers all of them. */
function projectCandidates(projects: ReturnType<typeof readCompletionNames>, typed: string): readonly Candidate[] {
	const counts = new Map<string, number>();
	for (const {id, name, slug} of projects) {
		for (const text of new Set([id, name, slug])) counts.set(text, (counts.get(text) ?? 0) + 1);
	}

	return projects.flatMap(({id, name, slug}) => {
		const texts = [...new Set([slug, name, id])].filter(
			text => !text.startsWith('-') && (text === id || counts.get(text) === 1) && isHarmless({value: text, about: ''}),
		);
		const about = (value: string) => [name, slug].find(text => text !== value && text !== '') ?? '';
		const candidates = texts.map(value => ({value, about: safe(about(value), 40)}));
		return typed === '' ? candidates.slice(0, 1) : candidates;
	});
}
