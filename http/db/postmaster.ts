import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A server that runs on a folder; its port is not known before it takes connections. */
export interface Postmaster {
  readonly pid: number
  readonly port: number | undefined
}

/**
 * The server that runs on this folder, if one does. `postmaster.pid` names it, or one that was killed, whose number may be another program's by now, even another
 * PostgreSQL's: so the process itself is asked where it works. Looks, and changes nothing.
 */
export function postmasterOf(cluster: string): Postmaster | undefined {
  const [first, , , fourth] = linesOf(lockFile(cluster))
  const pid = Number(first)
  if (!(pid > 0) || !worksIn(pid, cluster)) return undefined
  const port = Number(fourth)
  return { pid, port: port > 0 ? port : undefined }
}

/** Takes away the lock of a server that is gone. PostgreSQL's own lock on shared memory still keeps two servers apart. */
export function dropStaleLock(cluster: string): void {
  if (postmasterOf(cluster) === undefined) rmSync(lockFile(cluster), { force: true })
}

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid')

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

/** A server stands in its folder, and was started with its name. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process is there all the same.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform === 'linux')
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      // Not ours to look at, or just gone: its command line may still be read.
    }
  return commandOf(pid).includes(cluster)
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
