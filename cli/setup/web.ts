import { existsSync, statSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'dist/web')

/** What `ensureWeb` found or did. */
export type WebState = 'ready' | 'built' | { readonly failed: string }

/** Builds the screens when there are none or when a source is newer. The old ones stay until the new ones are whole. Never throws. */
export function ensureWeb(): Promise<WebState> {
  return buildWhenStale().catch((error: unknown) => ({ failed: String(error) }))
}

async function buildWhenStale(): Promise<WebState> {
  if (await isWebBuilt()) return 'ready'
  const fresh = `${BUILT}-${process.pid}`
  // A process of its own: bundling leaves a lot of memory behind.
  const build = Bun.spawn([process.execPath, join(ROOT, 'web/build.ts'), fresh], { stdout: 'ignore', stderr: 'pipe' })
  const [problem] = await Promise.all([new Response(build.stderr).text(), build.exited])
  if (!existsSync(join(fresh, 'index.html'))) {
    await rm(fresh, { recursive: true, force: true })
    return { failed: problem.trim().slice(0, 4_000) }
  }
  await rm(BUILT, { recursive: true, force: true })
  await rename(fresh, BUILT)
  return 'built'
}

/** True when the built screens are there and no source is newer than they are. */
export async function isWebBuilt(): Promise<boolean> {
  const page = join(BUILT, 'index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  const newest = await Promise.all(['web', 'core'].map((folder) => newestIn(join(ROOT, folder))))
  return Math.max(...newest) <= built
}

async function newestIn(folder: string): Promise<number> {
  let newest = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs)
  return newest
}
