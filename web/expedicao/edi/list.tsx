import { useState, type ReactElement } from 'react'
import { ediFields } from '../../../core/fields/expedicao/edi'
import { DONE, OPEN } from '../../../core/lifecycle/life'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { FileDrop } from '../../ui/drop-area'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { RESOURCE, uploadFiles } from './ask'
import { NotfisDialog } from './notfis-dialog'

const head = fieldsOf(ediFields)
const DIFFERS = { hue: 'vermelho', mark: 'dot' } as const

const columns: readonly Column[] = [
  head.column('tipo', { width: 230, card: 'title' }),
  head.column('xTransp', { label: 'Transportadora', card: 'sub' }),
  head.column('arquivo', { card: 'none' }),
  head.column('criado_em', { label: 'Quando', width: 150 }),
  head.column('qPendentes', { width: 90, card: 'none' }),
  head.column('vTotal', { width: 120, card: 'value' }),
  { ...head.chipColumn('status', { 1: OPEN, 2: DIFFERS, 4: DONE }), width: 170 },
  head.column('versao_leiaute', { width: 80, hidden: true }),
  head.column('qLinhas', { width: 90, hidden: true }),
  head.column('sentido', { width: 100, hidden: true }),
  head.column('dInicio', { width: 110, hidden: true }),
  head.column('dFim', { width: 110, hidden: true }),
  head.column('intercambio', { width: 130, hidden: true }),
]

const views = [
  { name: 'A conferir', where: { status: 1 } },
  { name: 'Com diferenças', where: { status: 2 } },
  { name: 'Aplicados', where: { status: 4 } },
  { name: 'Enviados', where: { sentido: 'saida' } },
]

const EMPTY =
  'Solte aqui os arquivos das transportadoras (OCOREN, CONEMB, DOCCOB), ou escolha os arquivos. Cada ocorrência procura por si a sua venda.'

/** Files that came from carriers and that went to them. A single file opens as it is read. */
export function EdiFiles(): ReactElement {
  const [making, setMaking] = useState(false)
  return (
    <>
      <FileDrop
        right="edi"
        text="Solte os arquivos das transportadoras"
        label="Carregar arquivos"
        accept=".txt,.edi,.ocr,.cob,.con,text/*"
        send={uploadFiles}
        opens="edi"
      >
        {(choose) => (
          <ResourceTable
            resource={RESOURCE}
            columns={columns}
            views={views}
            sort={{ field: 'id', desc: true }}
            create={false}
            empty={
              choose === null
                ? { text: 'Nenhum arquivo de transportadora ainda.' }
                : { text: EMPTY, action: choose(false) }
            }
            toolbar={
              choose === null ? null : (
                <>
                  <Button onClick={() => setMaking(true)}>Gerar NOTFIS</Button>
                  {choose(true)}
                </>
              )
            }
          />
        )}
      </FileDrop>
      {making ? <NotfisDialog onClose={() => setMaking(false)} /> : null}
    </>
  )
}
