import {Box} from 'ink';
import type {ReactNode} from 'react';
import {plain} from '../../base/text.ts';
import {firstUnreadable, unreadableCount} from '../../model/project-list.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {ListOrReason, unreadableTexts} from '../components/empty-list.tsx';
import {Lines} from '../components/lines.tsx';
import {useStore} from '../hooks.tsx';
import {projectsScope} from './project-keys.ts';
import {drawProjectDetails, projectLines, projectPanes} from './project-lines.ts';

function projectsTexts(state: State) {
	const {
		projects: {list},
		connection,
	} = state;
	const [add, deploy] = [shortcutOf(state, 'add'), shortcutOf(state, 'deploy')];
	// Projects are added in their list only.
	const toList = currentScreen(state).name === 'projects' ? plain`` : plain`${shortcutOf(state, 'projects')} and `;
	const empty = connection?.isReadOnly
		? plain`No projects yet, and this connection is read-only.`
		: plain`No projects yet. Press ${toList}${add} to add one, then ${deploy} to deploy it.`;
	const texts = {loading: plain`Reading projects`, empty};
	const unreadable = unreadableCount(list);
	const key = shortcutOf(state, 'raw-record');
	return unreadable > 0 ? unreadableTexts(texts, unreadable, key, firstUnreadable(list)?.flaw) : texts;
}

export const ProjectsOrReason = ({children}: {readonly children: ReactNode}) => (
	<ListOrReason isEmpty={state => state.projects.list.rows.length === 0} textsOf={projectsTexts}>
		{children}
	</ListOrReason>
);

function ProjectsScreen() {
	const list = useStore(state => projectPanes(state).list);
	const details = useStore(state => projectPanes(state).details);
	return (
		<ProjectsOrReason>
			<Box flexGrow={1}>
				<Lines {...projectLines} width={list} flexShrink={0} />
				<Lines draw={drawProjectDetails} width={details} flexShrink={0} aria-hidden />
			</Box>
		</ProjectsOrReason>
	);
}

export const projectsScreen = {...projectsScope, component: ProjectsScreen} as const;
