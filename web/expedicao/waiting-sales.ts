import { useEffect, useState } from 'react'
import { get, isAbort } from '../app/api'
import { toast } from '../app/toasts'
import { isRecord, rowsOf, type Row } from '../ui/row'

const ASK_AFTER_MS = 300

export interface WaitingSales {
  /** Null before the first answer. */
  readonly rows: readonly Row[] | null
  /** There are more than are listed. */
  readonly more: boolean
  /** These are what the server found for the search; else they are all, to be searched here. */
  readonly searched: boolean
}

/** The sales that wait for delivery, of this path. Where there are more than the server lists at once, it searches them itself. */
export function useWaitingSales(path: string, search: string): WaitingSales {
  const [found, setFound] = useState<Omit<WaitingSales, 'searched'>>({ rows: null, more: false })
  const [limited, setLimited] = useState(false)
  const asked = limited ? search.trim() : ''
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const answer = await get(path, { query: asked === '' ? {} : { q: asked }, signal: stop.signal })
        const body = isRecord(answer) ? answer : {}
        const more = body.more === true
        setFound({ rows: rowsOf(body.data), more })
        if (more) setLimited(true)
      } catch (error) {
        if (!isAbort(error)) toast.error(error)
      }
    }
    const timer = setTimeout(() => void ask(), asked === '' ? 0 : ASK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [path, asked])
  return { ...found, searched: limited }
}
