import { useEffect, useMemo, useState } from 'react'
import { get, isAbort } from '../../app/api'
import { toast } from '../../app/toasts'
import { finder } from '../../ui/format'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'

const ASK_AFTER_MS = 300
/** What a search looks into, as far as an answer tells it. */
const SAID = ['id', 'xNome', 'xLgr', 'nro', 'xBairro', 'xMun', 'UF', 'vendedor']

export interface WaitingSales {
  /** Those that the search finds; null before the first answer. */
  readonly rows: readonly Row[] | null
  /** How many are listed where there are more. */
  readonly most: number | null
}

/** The sales of this path that wait for delivery and hold every word of a search. Where there are more than the server lists at once, it searches them itself. */
export function useWaitingSales(path: string, search: string): WaitingSales {
  const [listed, setListed] = useState<{ readonly rows: readonly Row[]; readonly more: boolean } | null>(null)
  const [limited, setLimited] = useState(false)
  const asked = limited ? search.trim() : ''
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const answer = await get(path, { query: asked === '' ? {} : { q: asked }, signal: stop.signal })
        const body = isRecord(answer) ? answer : {}
        const more = body.more === true
        setListed({ rows: rowsOf(body.data), more })
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
  const rows = useMemo(
    () => (listed === null ? null : limited ? listed.rows : found(listed.rows, search)),
    [listed, limited, search],
  )
  return { rows, most: listed?.more === true ? listed.rows.length : null }
}

function found(rows: readonly Row[], search: string): readonly Row[] {
  const finds = finder(search)
  return rows.filter((row) => finds(SAID.map((name) => textOf(row[name])).join(' ')))
}
