import { useEffect, useState } from 'react'
import { get } from '../../app/api'
import { onChanged } from '../../app/events'
import { toast } from '../../app/toasts'
import { getPath, rowsOf, textOf, type Row } from '../../ui/row'
import { BOLETO } from './ask'

interface Waiting {
  readonly of: Row['id']
  readonly rows: readonly Row[]
}

/** What waits for a file of a collection, asked again when boletos change; null before there is one, and before its answer. */
export function useWaiting(setup: Row | null): readonly Row[] | null {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [id, account] = [setup?.id, textOf(setup?.banco_id)]
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const answer = await get(`${BOLETO}/${account}/getNaoEnviados`, { signal: stop.signal })
        const rows = rowsOf(getPath(answer, 'data')).filter((row) => Number(row.banco_cnab_id) === Number(id))
        setWaiting({ of: id, rows })
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    const off = onChanged('boleto', () => void load())
    return () => {
      off()
      stop.abort()
    }
  }, [id, account])
  return waiting !== null && waiting.of === id ? waiting.rows : null
}
