import type { ReactElement } from 'react'
import { promocaoDependenciaFields, promocaoMercadoriaFields } from '../../../core/fields/comercial/promocao'
import { screen, type ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { PRODUCT } from '../../ui/form/product'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName } from '../../ui/format'
import { ListField } from '../../ui/lines/list-field'
import { linesOf } from '../../ui/lines/lines-state'
import type { Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { Field, ReferenceField, column } = fieldsOf(promocaoMercadoriaFields)
const dependency = fieldsOf(promocaoDependenciaFields)

/** Promotion goods are searched from the third character on (document 2, section 5). */
export const FROM_THIRD = 3

const columns: readonly Column[] = [
  column('mercadoria.xProd', { label: 'Mercadoria', card: 'title' }),
  column('promocao.xNome', { label: 'Promoção', width: 220, card: 'sub' }),
  column('vUnTrib', { width: 140, card: 'value' }),
  column('pDesc', { width: 120 }),
  column('qMinima', { label: 'Mínima', width: 100, card: 'none' }),
  column('qMaxima', { label: 'Máxima', width: 100, card: 'none' }),
]

const asked = [
  dependency.line('tipo', { width: 90, editable: true }),
  dependency.lineTo('mercadoria_id', 'mercadoria', { ...PRODUCT, minChars: FROM_THIRD }),
]

const shape = (values: Values): Values => ({
  ...values,
  ...(values.dependencia_list === undefined
    ? {}
    : {
        dependencia_list: linesOf(values.dependencia_list).map(({ id, tipo, mercadoria_id }) => ({
          id,
          tipo,
          mercadoria_id,
        })),
      }),
})

/** A product of a promotion, with what a document must hold beside. */
export function PromocaoMercadoriaForm(modal: ModalProps): ReactElement {
  const { promocao_id } = modal.params
  return (
    <ResourceForm
      modal={modal}
      resource="comercial/promocao_mercadoria"
      name="Mercadoria da promoção"
      title={(row) => displayName(row.mercadoria)}
      defaults={{ dependencia_list: [], ...(promocao_id === undefined ? {} : { promocao_id: Number(promocao_id) }) }}
      shape={shape}
    >
      {promocao_id === undefined ? <ReferenceField name="promocao_id" resource="comercial/promocao" span={12} /> : null}
      <ReferenceField name="mercadoria_id" {...PRODUCT} minChars={FROM_THIRD} span={12} />
      <Field name="vUnTrib" span={3} />
      <Field name="pDesc" span={3} />
      <Field name="qMinima" span={3} />
      <Field name="qMaxima" span={3} />
      <ListField
        name="dependencia_list"
        label="Só com estas mercadorias no documento"
        columns={asked}
        blank={dependency.defaults}
      />
    </ResourceForm>
  )
}

function PromocaoMercadorias(): ReactElement {
  return <ResourceTable resource="comercial/promocao_mercadoria" columns={columns} />
}

export const promocaoMercadorias = screen({
  path: '/ui/comercial/promocao_mercadorias',
  title: 'Mercadorias em promoção',
  area: 'Comercial',
  register: true,
  right: 'promocao',
  component: PromocaoMercadorias,
  modals: { 'edit/:promocao_mercadoria_id': { component: PromocaoMercadoriaForm, size: 'lg' } },
})
