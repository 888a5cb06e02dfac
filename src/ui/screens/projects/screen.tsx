import {Box} from 'ink';
import {fieldLines} from '../../../present/fields.ts';
import type {Line} from '../../../present/line.ts';
import {projectCard, projectColumns, projectFields, projectTitle} from '../../../present/project.ts';
import {bodyHeight, bodyWidths, isNarrow, projectRows} from '../../../store/layout.ts';
import {countOf, projectAt} from '../../../store/project-list.ts';
import {detailsPane} from '../../components/details-pane.ts';
import {EmptyList} from '../../components/empty-list.tsx';
import {Lines} from '../../components/lines.tsx';
import {listLines} from '../../components/list-lines.ts';
import type {ViewProps} from '../../desk.ts';

const style = {columns: projectColumns, card: projectCard};

/** The projects, paged in as the reader moves; where there is room, the picked one beside them. */
export function ProjectsScreen({state, theme, context}: ViewProps) {
	const {projects, position, size} = state;
	const count = countOf(projects);
	const height = bodyHeight(size);
	if (count === 0) {
		return (
			<EmptyList state={state} theme={theme} loading="Reading projects" empty="No projects yet. Press a to add one." />
		);
	}

	const widths = bodyWidths(size);
	const lines = listLines(
		style,
		{
			position,
			count,
			height: projectRows(size),
			width: widths.list,
			isNarrow: isNarrow(size),
			rowAt: index => projectAt(projects, index),
		},
		context,
	);
	const picked = projectAt(projects, position.index);
	const details: readonly Line[] = picked
		? detailsPane(projectTitle(picked), fieldLines(projectFields(picked, context), widths.details - 2), height, context)
		: [];
	return (
		<Box flexShrink={0}>
			<Box flexDirection="column" width={widths.list} flexShrink={0}>
				<Lines lines={lines} height={height} theme={theme} />
			</Box>
			{widths.details > 0 && (
				<Box flexDirection="column" width={widths.details} flexShrink={0}>
					<Lines lines={details} height={height} theme={theme} />
				</Box>
			)}
		</Box>
	);
}
