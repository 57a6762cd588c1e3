import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { signal } from '@preact/signals-react'
import { type CustomField, customFieldOf } from '../../../core/custom/definition'
import { EXTENSIBLE } from '../../../core/custom/extensible'
import { chosenCompany, get } from '../../app/api'
import { onChanged } from '../../app/events'
import { isRecord, numberOf, recordsOf, textOf } from '../row'

/** A company's own field, as forms and lists draw it. */
export interface OwnField extends CustomField {
  readonly span: number
  /** May the person write it? */
  readonly editable: boolean
  /** Where an autocomplete finds records, and the field of theirs that names them. */
  readonly recurso: string | undefined
  readonly mostra: string
}

const NONE: readonly OwnField[] = []

/** What each resource has of a company, asked once; `changed` counts how often definitions changed. */
const known = new Map<string, Promise<readonly OwnField[]>>()
const changed = signal(0)
onChanged('custom_field', () => {
  known.clear()
  changed.value += 1
})

/** The resource that a path of the API is of: `cadastro/motorista` of `motorista`. */
export const aliasOf = (resource: string): string => resource.split('/').at(-1) ?? resource

function ownFieldOf(row: Record<string, unknown>): OwnField {
  const { recurso, mostra, ...ui } = isRecord(row.ui) ? row.ui : {}
  return {
    ...customFieldOf({ ...row, id: 0, alias: '', padrao: null, ui }),
    span: numberOf(row.span) ?? 6,
    editable: row.editable === true,
    recurso: recurso === undefined ? undefined : textOf(recurso),
    mostra: textOf(mostra),
  }
}

async function load(alias: string): Promise<readonly OwnField[]> {
  try {
    const told = await get(`custom-fields/${alias}/draft?expand=1`)
    return recordsOf(isRecord(told) ? told.fields : []).map(ownFieldOf)
  } catch {
    // Without them the record itself still opens; its own page says what is wrong.
    return NONE
  }
}

/** The fields that the company added to a resource; none until they are known, and where nobody may add any. */
export function useOwnFields(resource: string): readonly OwnField[] {
  useSignals()
  const alias = aliasOf(resource)
  const place = Object.hasOwn(EXTENSIBLE, alias) ? `${changed.value} ${String(chosenCompany.value)} ${alias}` : ''
  const [shown, setShown] = useState<{ readonly place: string; readonly fields: readonly OwnField[] }>()
  useEffect(() => {
    if (place === '') return undefined
    let open = true
    const asked = known.get(place) ?? load(alias)
    known.set(place, asked)
    const show = async (): Promise<void> => {
      const fields = await asked
      if (open) setShown({ place, fields })
    }
    void show()
    return () => {
      open = false
    }
  }, [alias, place])
  return shown?.place === place ? shown.fields : NONE
}
