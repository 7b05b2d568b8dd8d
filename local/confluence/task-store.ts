import { taskPartRow, taskRow, type Task, type TaskPart } from './rows';
import type { Tables } from './tables';

/** How long a task runs with the switch `slow-tasks`. */
export const TASK_MS = 60_000;

/** The long-running tasks. A slow one has parts, each of which takes effect at its own time. */
export class TaskStore {
  constructor(private readonly tables: Tables) {}

  /** @param parts in their order; the last one ends the task */
  add(task: Task, parts: readonly Pick<TaskPart, 'work' | 'subjectId' | 'spaceId'>[], nowMs: number): void {
    this.tables.run('INSERT INTO cf_task (id, accountId, name) VALUES (?, ?, ?)', task.id, task.accountId, task.name);
    for (const [index, { work, subjectId, spaceId }] of parts.entries())
      this.tables.run(
        'INSERT INTO cf_task_part (taskId, work, subjectId, spaceId, dueAt) VALUES (?, ?, ?, ?, ?)',
        task.id,
        work,
        Number(subjectId),
        Number(spaceId),
        nowMs + Math.floor((TASK_MS * (index + 1)) / parts.length),
      );
  }

  byId(id: string): Task | undefined {
    return this.tables.first(taskRow, 'SELECT * FROM cf_task WHERE id = ?', id);
  }

  /** How long the task still runs. */
  remainingMs(id: string, nowMs: number): number {
    const sql = 'SELECT * FROM cf_task_part WHERE taskId = ? ORDER BY dueAt DESC LIMIT 1';
    return Math.max(0, (this.tables.first(taskPartRow, sql, id)?.dueAt ?? 0) - nowMs);
  }

  /** The parts that take effect now. Each is returned once. */
  takeDue(nowMs: number): readonly TaskPart[] {
    const due = this.tables.all(taskPartRow, 'SELECT * FROM cf_task_part WHERE dueAt <= ? ORDER BY dueAt', nowMs);
    if (due.length > 0) this.tables.run('DELETE FROM cf_task_part WHERE dueAt <= ?', nowMs);
    return due;
  }
}
