import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { GIVEN_TEMPLATES, type LabelTemplate, readElement, readTemplate } from '../../../core/labels/template'
import { chosenCompany, get, list } from '../../app/api'
import { toast } from '../../app/toasts'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'

/** A template that may be chosen: the number of one of the company's, or `padrao-3` for one that comes with the program. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** Products of this kind are usually printed on it. */
  readonly tipo: string
}

const GIVEN: readonly Choice[] = GIVEN_TEMPLATES.map(({ n, descricao }) => ({
  value: `padrao-${n}`,
  label: descricao,
  tipo: String(n),
}))
const MOST = 200

/** The company's own templates, then those that come with the program; undefined until they are known. */
export function useChoices(): readonly Choice[] | undefined {
  useSignals()
  const [choices, setChoices] = useState<readonly Choice[]>()
  const company = chosenCompany.value
  useEffect(() => {
    const ask = async (): Promise<void> => {
      try {
        const where = { ativo: true, ...(company === null ? {} : { empresa_id: company }) }
        const { data } = await list('estoque/etiqueta_modelo', { where, perPage: MOST, orderBy: 'descricao' })
        const own = data.map(({ id, descricao, tipo_etiqueta }) => ({
          value: String(id),
          label: textOf(descricao),
          tipo: textOf(tipo_etiqueta),
        }))
        setChoices([...own, ...GIVEN])
      } catch (error) {
        toast.error(error)
        setChoices(GIVEN)
      }
    }
    void ask()
  }, [company])
  return choices
}

/** What products are usually printed on: the first that is for the kind of label of the first of them (`tipo_etiqueta`). */
export const usualOf = (choices: readonly Choice[], [first]: readonly Row[]): string =>
  (choices.find(({ tipo }) => tipo !== '' && tipo === textOf(first?.tipo_etiqueta)) ?? choices[0])?.value ?? 'padrao-1'

/** The template of a choice; one of the company's own is fetched. */
export function useTemplate(value: string): LabelTemplate | undefined {
  const given = GIVEN_TEMPLATES.find(({ n }) => value === `padrao-${n}`)
  const [own, setOwn] = useState<{ readonly value: string; readonly template: LabelTemplate }>()
  const asked = given === undefined ? value : ''
  useEffect(() => {
    if (asked === '') return
    const ask = async (): Promise<void> => {
      try {
        const row = await get(`estoque/etiqueta_modelo/${asked}`)
        if (!isRecord(row)) return
        setOwn({ value: asked, template: readTemplate(row, rowsOf(row.etiqueta_elementos).map(readElement)) })
      } catch (error) {
        toast.error(error)
      }
    }
    void ask()
  }, [asked])
  return given ?? (own?.value === value ? own.template : undefined)
}
