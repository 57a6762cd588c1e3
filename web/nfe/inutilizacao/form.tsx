import type { ReactElement } from 'react'
import { inutilizacaoFields } from '../../../core/fields/nfe/inutilizacao'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf, type Row } from '../../ui/row'
import { RESOURCE } from './situation'

const { Field, word } = fieldsOf(inutilizacaoFields)

/** `Faixa de X a Y inutilizada` (M3-103). */
const titleOf = (row: Row): string =>
  `Faixa de ${textOf(row.nIni)} a ${textOf(row.nFin)} ${word('situacao', row.situacao).toLowerCase()}`

/** A voided range, and what was answered. */
export function InutilizacaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Inutilização" title={titleOf}>
      <Following resource={RESOURCE} />
      <Field name="serie" disabled span={3} />
      <Field name="mod" disabled span={3} />
      <Field name="ano" disabled span={3} />
      <Field name="uf" disabled span={3} />
      <Field name="nIni" disabled span={6} />
      <Field name="nFin" disabled span={6} />
      <Field name="xJust" disabled span={12} />
      <Field name="cStat" disabled span={3} />
      <Field name="xMotivo" disabled span={9} />
      <Field name="nProt" disabled span={6} />
      <Field name="dhRegistro" disabled span={6} />
    </ResourceForm>
  )
}
