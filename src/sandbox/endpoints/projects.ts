import type {ProjectRow} from '../world/rows.ts';
import {cursorAfter} from './cursors.ts';
import {projectRecord} from './records.ts';
import type {Desk} from './request-context.ts';
import type {Answer} from './response.ts';
import {readCursor, readFields, readLimit, readName, readSlug, readUrl, readWord} from './validation.ts';

export function answerProjects({seed, world, projects, reply, query}: Desk): Answer {
	const limit = readLimit(query);
	if ('refusal' in limit) return reply.refusal(limit.refusal);
	const before = readCursor(query, seed);
	if ('refusal' in before) return reply.refusal(before.refusal);

	// One more than asked for tells whether there is a next page.
	const rows = projects.page(before.value, limit.value + 1);
	const shown = rows.slice(0, limit.value);
	const last = shown.at(-1);
	return reply.record(200, {
		projects: shown.map(row => ({
			...projectRecord(seed, row, world.words(row.seq)),
			request_id: reply.requestId,
		})),
		next_cursor: last && rows.length > shown.length ? cursorAfter(seed, last.seq) : null,
	});
}

export function createProject(desk: Desk): Answer {
	const fields = readFields(desk.request);
	if ('refusal' in fields) return desk.reply.refusal(fields.refusal);
	const name = readName(fields.value);
	if ('refusal' in name) return desk.reply.refusal(name.refusal);

	const created = {...desk.projects.create(name.value, desk.now), callerAt: desk.now};
	desk.projects.save(created);
	return projectAnswer(201, desk, created);
}

export const answerProject = (desk: Desk, project: ProjectRow): Answer => projectAnswer(200, desk, project);

export function updateProject(desk: Desk, project: ProjectRow): Answer {
	const {projects, world, reply, now, request} = desk;
	const fields = readFields(request);
	if ('refusal' in fields) return reply.refusal(fields.refusal);

	const readers = [
		['name', 'name', readName],
		['slug', 'slug', readSlug],
		['url', 'url', readUrl],
		['upload_mode', 'uploadMode', readWord('upload_mode', world.words(project.seq).uploadModes)],
	] as const;
	let changed = project;
	for (const [field, column, read] of readers) {
		if (!fields.value.has(field)) continue;
		const given = read(fields.value);
		if ('refusal' in given) return reply.refusal(given.refusal);
		if (given.value !== project[column]) changed = {...changed, [column]: given.value};
	}

	if (changed.slug !== project.slug && projects.isSlugTaken(changed.slug, project.seq)) {
		return reply.refusal({status: 409, code: 'slug_taken', message: 'Another project has this slug.'});
	}

	if (changed === project) return answerProject(desk, project);
	const updated = {...changed, updatedAt: now, callerAt: now};
	projects.save(updated);
	return answerProject(desk, updated);
}

export function deleteProject({projects, reply}: Desk, project: ProjectRow): Answer {
	projects.remove(project.seq);
	return reply.nothing();
}

const projectAnswer = (status: number, {seed, world, reply}: Desk, project: ProjectRow) =>
	reply.record(status, projectRecord(seed, project, world.words(project.seq)));
