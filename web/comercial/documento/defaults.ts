import { useEffect } from 'react'
import { chosenCompany, list } from '../../app/api'
import { toast } from '../../app/toasts'
import type { FormModel } from '../../ui/form/form-model'
import type { Row, Values } from '../../ui/row'

const OUTPUT = 1

async function firstOf(resource: string, where: Values, custom: Values = {}): Promise<Row | undefined> {
  return (await list(resource, { where, custom, perPage: 1, orderBy: 'id', sortedBy: 'asc' })).data[0]
}

async function load(): Promise<Values> {
  const [operation, table] = await Promise.all([
    firstOf('tipo_entrada_saida', { tipo: OUTPUT, padrao: OUTPUT, ativo: true }),
    firstOf('comercial/tabela_preco', { padrao: true }, { vigente: true }),
  ])
  return {
    empresa_id: chosenCompany.value,
    ...(operation === undefined ? {} : { tipo_entrada_saida_id: operation.id, tipo_entrada_saida: operation }),
    ...(table === undefined ? {} : { tabela_preco_id: table.id, tabela_preco: table }),
  }
}

/** What a new document starts with besides its own defaults: the usual operation and price table. */
export function useUsualValues(form: FormModel, isNew: boolean): void {
  useEffect(() => {
    if (!isNew) return
    const fill = async (): Promise<void> => {
      try {
        const usual = await load()
        // What the person chose meanwhile stays.
        if (form.record.value === undefined) form.suggest(usual)
      } catch (error) {
        toast.error(error)
      }
    }
    void fill()
  }, [form, isNew])
}
