import {Box} from 'ink';
import {Canvas} from '../../components/canvas.tsx';
import {useStore} from '../../runtime.tsx';
import {drawProjectDetails, drawProjects, projectPanes} from './canvas.ts';

export function ProjectsScreen() {
	const list = useStore(state => projectPanes(state).list);
	return (
		<Box flexGrow={1}>
			<Canvas draw={drawProjects} width={list} flexShrink={0} />
			<Canvas draw={drawProjectDetails} flexGrow={1} />
		</Box>
	);
}
