import type { ReactElement } from 'react'
import { nfseSistemaFields } from '../../../core/fields/nfse/municipal'
import { fieldsOf } from '../../ui/fields-of'
import { displayName } from '../../ui/format'
import { textOf, type Row } from '../../ui/row'
import { KnownLines } from './known-lines'

const { Field, ReferenceField, defaults, word } = fieldsOf(nfseSistemaFields)

const told = (row: Row): string => [displayName(row.cMun_ref), word('sistema', row.sistema)].filter(Boolean).join(' · ')

/** Cities that make notes by a system of their own: where it is, and what it wants. */
export function CitySystems({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <KnownLines
      title="Sistemas dos municípios"
      saved="Sistema do município salvo com sucesso."
      resource="nfse/sistema"
      orderBy="id"
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
        span={6}
      />
      <Field name="sistema" span={6} />
      <Field name="url_producao" span={12} />
      <Field name="url_homologacao" span={12} />
      <Field name="metodo" span={8} />
      <Field name="serie_rps" span={4} />
      <Field name="codigo_erro" span={4} />
      <Field name="codigo_nao_prestado" span={4} />
      <Field name="codigo_outros" span={4} />
      <Field name="codigos_ausente" span={12} />
      <Field name="assina_rps" span={4} />
      <Field name="assina_lote" span={4} />
      <Field name="substitui" span={4} />
    </KnownLines>
  )
}
