import {Canvas} from '../../components/canvas.tsx';
import {projectsLayer} from '../projects/keys.ts';
import {ProjectsOrReason} from '../projects/projects-screen.tsx';
import {drawVersions, speakVersions} from './canvas.ts';
import {versionsKeys} from './keys.ts';

const VersionsScreen = () => (
	<ProjectsOrReason>
		<Canvas draw={drawVersions} spoken={speakVersions} flexGrow={1} />
	</ProjectsOrReason>
);

export const versionsScreen = {
	title: 'Versions',
	mainScreen: 'versions',
	selects: projectsLayer.selects,
	place: projectsLayer.place,
	keys: versionsKeys,
	component: VersionsScreen,
} as const;
