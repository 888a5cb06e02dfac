import {fieldLines} from '../../../present/fields.ts';
import {projectCard, projectColumns, projectFields, projectTitle} from '../../../present/project.ts';
import {bodyHeight, bodyWidths, isNarrow, projectRows} from '../../../store/layout.ts';
import {countOf, projectAt, rowReader} from '../../../store/project-list.ts';
import {plain} from '../../../text.ts';
import {detailsPane} from '../../components/details-pane.ts';
import {emptyList} from '../../components/empty-list.ts';
import {listLines} from '../../components/list-lines.ts';
import type {Body, Shown} from '../../desk.ts';

const style = {columns: projectColumns, card: projectCard};
const reasons = {loading: plain`Reading projects`, empty: plain`No projects yet. Press a to add one.`};

/** The projects, paged in as the reader moves; where there is room, the picked one beside them. */
export function projectsBody({state, context, memo}: Shown): Body {
	const {projects, position, size} = state;
	const count = countOf(projects);
	if (count === 0) return emptyList(state, context, reasons);

	const height = bodyHeight(size);
	const widths = bodyWidths(size);
	const lines = listLines(
		style,
		{
			position,
			count,
			height: projectRows(size),
			width: widths.list,
			isNarrow: isNarrow(size),
			rowAt: rowReader(projects),
		},
		context,
		memo,
	);
	const picked = projectAt(projects, position.index);
	if (widths.details === 0 || !picked) return {lines};
	const fields = fieldLines(projectFields(picked, context), widths.details - 2);
	return {lines, beside: {at: widths.list, lines: detailsPane(projectTitle(picked), fields, height, context)}};
}
