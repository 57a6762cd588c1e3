import { useEffect } from 'react'
import { parse } from 'valibot'
import { get, isAbort } from '../../app/api'
import { toast } from '../../app/toasts'
import type { FormModel } from '../../ui/form/form-model'
import { isRecord, recordsOf, textOf, type Values } from '../../ui/row'
import { Offers, RESOURCE, textsOf } from './parts'

function readMould(text: string | null): Values | null {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return isRecord(read) ? read : null
  } catch {
    return null
  }
}

/** What of a list a report begins with: the columns that reports can have, and which of them are summed. */
async function startOf(mould: Values, signal: AbortSignal): Promise<Values | null> {
  const known = await get(`${RESOURCE}/recursos`, { signal })
  const path = textOf(mould.caminho)
  const found = recordsOf(isRecord(known) ? known.data : []).find((one) => textsOf(one.caminhos).includes(path))
  if (found === undefined) return null
  const recurso = textOf(found.recurso)
  const { data } = parse(Offers, await get(`${RESOURCE}/campos`, { query: { recurso }, signal }))
  const offered = new Map(data.map((one) => [one.field, one]))
  const fields = textsOf(mould.colunas).filter((field) => offered.has(field))
  const somas = textsOf(mould.somas).filter(
    (field) => fields.includes(field) && offered.get(field)?.meta.summed === true,
  )
  return {
    recurso,
    colunas: fields.slice(0, MOST).map((field) => ({ field })),
    filtros: isRecord(mould.filtros) ? mould.filtros : null,
    ordem: isRecord(mould.ordem) ? mould.ordem : null,
    grupo: textOf(mould.grupo),
    somas: somas.length === 0 ? null : somas,
  }
}

const MOST = 40

/** Begins a new report as the list stands that it was asked from (`molde`). */
export function useMould(form: FormModel, query: URLSearchParams): void {
  const told = query.get('molde')
  useEffect(() => {
    const mould = readMould(told)
    if (mould === null) return undefined
    const stop = new AbortController()
    const begin = async (): Promise<void> => {
      try {
        const start = await startOf(mould, stop.signal)
        if (start !== null && form.record.peek() === undefined) form.patch(start)
      } catch (error) {
        if (!isAbort(error)) toast.error(error)
      }
    }
    void begin()
    return () => stop.abort()
  }, [form, told])
}
