import { describe, expect, it } from 'vitest'
import { resources } from '../resources'
import { objectName } from './engine/columns'
import { linesOf } from './engine/record'

/** Numbers of rows that are no `f.ref`, and why no key can hold them. */
const NO_KEY: Readonly<Record<string, string>> = {
  'aviso_envio.registro_id': 'of whatever document was told of; it goes with it (`belongs`)',
  'aviso_usuario.registro_id': 'of whatever document was told of; it goes with it (`belongs`)',
  'anexo.anexable_id': 'a record of whichever resource `anexable_type` names; goes with it (belongs)',
  'janela_horario.model_id': 'a record of whichever resource `model_type` names; goes with it (belongs)',
  'tarefa.model_id': 'a record of whichever resource `model_type` names',
  'tarefa_registro.registro_id': 'a record of whichever resource its task names; what became of it stays told',
  'lgpd.registro_id': 'a record of whichever resource `recurso` names; proves what was done after it is gone',
  'troca.registro_id': 'a record of whichever resource `recurso` names; what was said to others stays on record',
  'webhook_entrega.registro_id': 'a record of whichever resource `recurso` names; told of after it is gone',
  'webhook_entrega.webhook_id': 'what was sent stays on record when its webhook is deleted',
  'movimento_estoque.documento_id': 'a document of whichever kind `documento` names: a ledger',
  'lancamento.documento_id': 'a document of whichever kind `documento` names: its steps stay on record when it is gone',
  'movimento_estoque.item_id': 'a line of whichever document `documento` names: a ledger',
  'estoque_reserva.documento_id': 'a document of whichever kind `documento` names: a ledger',
  'separacao_mercadoria.item_id': 'a line of whichever document its order fetches for: it may be cut whole',
  'estoque_reserva.item_id': 'a line of whichever document `documento` names: a ledger',
  'contas_receber.documento_id': 'a document of whichever kind `documento` names',
  'contas_pagar.documento_id': 'a document of whichever kind `documento` names',
}

describe('what a field refers to', () => {
  it('is held by a key and an index, or has a reason why not', () => {
    const bare = resources.flatMap(({ name, fields }) =>
      Object.entries(fields)
        .filter(([field, { meta }]) => meta.kind === 'integer' && /_id$/i.test(field))
        .map(([field]) => `${name}.${field}`),
    )
    expect(bare.toSorted()).toEqual(Object.keys(NO_KEY).toSorted())
  })

  it('can be emptied where it is a trace, and the list below a document goes with it', () => {
    const wrong = resources.flatMap(({ name, fields, parent }) =>
      Object.entries(fields)
        .filter(
          ([field, { meta, initial }]) =>
            meta.trace && (meta.required || initial !== undefined || field === parent?.field),
        )
        .map(([field]) => `${name}.${field}`),
    )
    expect(wrong).toEqual([])
  })

  it('is shown under a name that nothing else of the record has', () => {
    const twice = resources.flatMap((resource) => {
      const shown = [
        ...Object.entries(resource.fields).flatMap(([field, { meta }]) => [
          field,
          ...(meta.ref === undefined ? [] : [objectName(resource, field)]),
        ]),
        ...Object.keys(resource.computed ?? {}),
        ...Object.keys(resource.beside ?? {}),
        ...linesOf(resource).map((lines) => lines.parent?.list ?? lines.name),
      ]
      return shown.filter((one, at) => shown.indexOf(one) !== at).map((one) => `${resource.name}.${one}`)
    })
    expect(twice).toEqual([])
  })
})
