import type { ReactElement } from 'react'
import { nfseMunicipioFields } from '../../../core/fields/nfse/nfse'
import { fieldsOf } from '../../ui/fields-of'
import { counted, displayName, formatDate } from '../../ui/format'
import { isSet, textOf, type Row } from '../../ui/row'
import { KnownLines } from './known-lines'

const { Field, ReferenceField, defaults } = fieldsOf(nfseMunicipioFields)

const told = (row: Row): string =>
  [
    displayName(row.cMun_ref),
    textOf(row.cTribNac) || 'todos os serviços',
    isSet(row.pAliq) ? `${textOf(row.pAliq)}%` : '',
    `desde ${formatDate(row.dInicio)}`,
    isSet(row.cancela_dias) ? `cancela em ${counted(Number(row.cancela_dias), 'dia', 'dias')}` : '',
    isSet(row.dia_vencimento) ? `vence no dia ${textOf(row.dia_vencimento)}` : '',
    row.ativo === false ? 'fora do sistema nacional' : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** What cities ask of notes of services. */
export function Towns({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <KnownLines
      title="ISS dos municípios"
      saved="ISS do município salvo com sucesso."
      resource="nfse/municipio"
      orderBy="dInicio"
      told={told}
      initial={defaults}
      onClose={onClose}
    >
      <ReferenceField
        name="cMun"
        object="cMun_ref"
        resource="municipio"
        minChars={4}
        display={(row) => textOf(row.xMun)}
        detail={(row) => textOf(row.UF)}
        span={8}
      />
      <Field name="cTribNac" span={4} />
      <Field name="pAliq" span={4} />
      <Field name="dInicio" span={4} />
      <Field name="cancela_dias" span={4} />
      <Field name="dia_vencimento" span={4} />
      <Field name="ativo" span={12} />
    </KnownLines>
  )
}
