import {Box} from 'ink';
import type {ReactNode} from 'react';
import {firstUnreadable, unreadableCount} from '../../../store/model/projects/project-list.ts';
import {keyOf} from '../../../store/state/key-names.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {Canvas} from '../../components/canvas.tsx';
import {ListOrReason, unreadableTexts} from '../../components/empty-list.tsx';
import {useStore} from '../../runtime.tsx';
import {drawProjectDetails, drawProjects, projectPanes, speakDetails, speakProjects} from './canvas.ts';
import {projectsLayer} from './keys.ts';

const loading = plain`Reading projects`;

function textsOf(state: State) {
	const {
		projects: {list},
		connection,
	} = state;
	const [add, deploy] = [keyOf(state, 'add', plain`a`), keyOf(state, 'deploy', plain`t`)];
	// Projects are added in their list only.
	const toList = currentScreen(state).name === 'projects' ? plain`` : plain`${keyOf(state, 'projects', plain`1`)} and `;
	const empty = connection?.isReadOnly
		? plain`No projects yet, and this connection is read-only.`
		: plain`No projects yet. Press ${toList}${add} to add one. Then ${deploy} deploys it, and you see it land.`;
	const texts = {loading, empty};
	const unreadable = unreadableCount(list);
	const key = keyOf(state, 'raw-record', plain`i`);
	return unreadable > 0 ? unreadableTexts(texts, unreadable, key, firstUnreadable(list)?.flaw) : texts;
}

/** A list of projects, or why there are none. */
export const ProjectsOrReason = ({children}: {readonly children: ReactNode}) => (
	<ListOrReason isEmpty={state => state.projects.list.rows.length === 0} textsOf={textsOf}>
		{children}
	</ListOrReason>
);

function ProjectsScreen() {
	const list = useStore(state => projectPanes(state).list);
	return (
		<ProjectsOrReason>
			<Box flexGrow={1}>
				<Canvas draw={drawProjects} spoken={speakProjects} width={list} flexShrink={0} />
				<Canvas draw={drawProjectDetails} spoken={speakDetails} flexGrow={1} />
			</Box>
		</ProjectsOrReason>
	);
}

export const projectsScreen = {...projectsLayer, component: ProjectsScreen};
