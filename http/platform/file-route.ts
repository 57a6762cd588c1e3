import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from './app'
import type { Ctx } from './context'
import type { Resource } from './resource'
import { assertMay } from './rights'
import { rehearse } from './savepoint'
import { filesSent, takeEach, type Uploads } from './uploads'

/** One file of a call. */
export interface SentFile {
  /** Its name, as it was sent. */
  readonly arquivo: string
  readonly bytes: Uint8Array
}

/** Takes a file in that was read; answers what is told of it. */
export type TakeIn<T extends object = object> = (ctx: Ctx) => Promise<T>

/** A call with its files, before they are looked at. */
export interface FileCall {
  readonly services: Services
  readonly c: Context
  readonly form: FormData
  readonly isTrial: boolean
}

interface Where {
  /** Whose right it takes: to create, unless another is named. */
  readonly of: Resource
  readonly right?: 'create' | 'edit'
  /** Where files are posted, below `/api/`; at the resource's own addresses, what is no form of files is left to creating. */
  readonly paths: readonly string[]
  readonly uploads: Uploads
  /** Refuses a call before its files are received. */
  readonly before?: (services: Services, c: Context) => Promise<void>
}

interface Plain extends Where {
  readonly ask?: undefined
  /** Reads a file before there is a transaction: nothing of the database waits for it. */
  readonly read: (file: SentFile) => Promise<TakeIn>
}

interface Asking<A> extends Where {
  /** What a call says beside its files, once for all of them. */
  readonly ask: (call: FileCall) => Promise<A>
  readonly read: (file: SentFile, asked: A) => Promise<TakeIn>
}

type FileRoute<A> = Plain | Asking<A>

async function readerOf<A>(route: FileRoute<A>, call: FileCall): Promise<Plain['read']> {
  if (route.ask === undefined) return route.read
  const { ask, read } = route
  const asked = await ask(call)
  return (file) => read(file, asked)
}

/**
 * `POST` of files (multipart `file`, one or more, with the header against forged requests): each stands alone, is read in a thread and taken in by a transaction of its own. `simula`
 * in the form only tells what would come of it. Throws 403; 400 without files, with too many, or where the address asks for a trial; 413.
 */
export function fileRoute<A>(route: FileRoute<A>): (app: App, services: Services) => void {
  const { of, right = 'create', paths, uploads } = route
  return (app, services) => {
    const answer = async (c: Context) => {
      assertXhr(c)
      assertNoTrial(c)
      assertMay({ actor: c.get('actor') }, of, right)
      await route.before?.(services, c)
      const { files, form } = await filesSent(c, uploads)
      const isTrial = ['1', 'true'].includes(String(form.get('simula') ?? ''))
      const read = await readerOf(route, { services, c, form, isTrial })
      const take = async (file: File): Promise<object> => {
        const takeIn = await read({ arquivo: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
        return withCtx(services, c, 'write', (ctx) => (isTrial ? rehearse(ctx, () => takeIn(ctx)) : takeIn(ctx)))
      }
      return c.json(await takeEach(files, uploads, take))
    }
    for (const path of paths) {
      const isOwn = of.paths.includes(path)
      app.post(`/api/${path}`, (c, next) => (isOwn && !isForm(c) ? next() : answer(c)))
    }
  }
}

const isForm = (c: Context): boolean => c.req.header('Content-Type')?.startsWith('multipart/') ?? false
