import type { ReactElement } from 'react'
import { tributacaoFields } from '../../../core/fields/nfe/tributacao'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { textOf } from '../../ui/row'
import { RuleGoods } from './goods'
import { MvaList } from './mva-list'
import { SituationField } from './situation-field'

const { Field, ReferenceField, defaults } = fieldsOf(tributacaoFields)

const ANY = 'Qualquer um'

function LimitFields(): ReactElement {
  return (
    <>
      <Field name="descricao" span={8} />
      <Field name="dInicio" span={2} />
      <Field name="dFim" span={2} />
      <h3 className="group-title">Quando vale</h3>
      <Field name="NCM" span={3} help="Todo ou os primeiros dígitos" />
      <Field name="CEST" span={3} />
      <ReferenceField name="tipo_entrada_saida_id" resource="tipo_entrada_saida" span={6} />
      <Field name="UFOrig" emptyLabel="Qualquer uma" span={3} />
      <Field name="UFDest" emptyLabel="Qualquer uma" span={3} />
      <Field name="CRT" emptyLabel={ANY} span={3} />
      <Field name="contribuinte" emptyLabel={ANY} span={3} />
      <h3 className="group-title">Na nota</h3>
      <Field name="CFOP" span={3} help="Vazio: o da operação" />
      <Field name="cBenef" span={3} help="8 ou 10 caracteres" />
      <Field name="xInfFisco" />
    </>
  )
}

function IcmsFields(): ReactElement {
  return (
    <>
      <SituationField name="taxCode" taxes={['ICMS', 'CSOSN']} span={6} />
      <Field name="modBC" span={6} />
      <Field name="pICMS" span={3} />
      <Field name="pRedBC" span={3} />
      <Field name="pFCP" span={3} />
      <Field name="pDif" span={3} />
      <Field name="pCredSN" span={3} />
      <Field name="motDesICMS" emptyLabel="Sem desoneração" span={5} />
      <Field name="indDeduzDeson" span={4} />
      <h3 className="group-title">DIFAL: venda a não contribuinte de outro estado</h3>
      <Field name="pICMSInter" span={4} help="Vazia: 4, 7 ou 12, como a lei diz" />
      <Field name="pICMSUFDest" span={4} />
      <Field name="pFCPUFDest" span={4} />
      <Field name="difal_base_dupla" span={6} />
    </>
  )
}

function StFields(): ReactElement {
  return (
    <>
      <Field name="modBCST" span={6} />
      <Field name="pMVAST" span={3} />
      <Field name="pICMSST" span={3} />
      <Field name="pRedBCST" span={3} />
      <Field name="pFCPST" span={3} />
      <Field name="mva_ajustada" span={6} />
      <Field name="fcpst_subtrai_proprio" span={6} />
      <Field name="cst30_subtrai_proprio" span={6} />
      <MvaList />
    </>
  )
}

function FederalFields(): ReactElement {
  return (
    <>
      <h3 className="group-title">IPI</h3>
      <SituationField name="cstIPI" taxes={['IPI']} emptyLabel="Não se aplica" span={6} />
      <Field name="cEnq" span={3} help="3 dígitos" />
      <Field name="pIPI" span={3} />
      <Field name="ipi_frete" span={6} />
      <h3 className="group-title">PIS e COFINS</h3>
      <SituationField name="cstPIS" taxes={['PIS']} span={6} />
      <Field name="pPIS" span={3} />
      <SituationField name="cstCOFINS" taxes={['COFINS']} span={6} />
      <Field name="pCOFINS" span={3} />
      <Field name="exclui_icms_pis_cofins" span={12} />
      <h3 className="group-title">Retenções</h3>
      <Field name="pRetPIS" span={2} />
      <Field name="pRetCOFINS" span={3} />
      <Field name="pRetCSLL" span={2} />
      <Field name="pRetIRRF" span={2} />
      <Field name="pRetINSS" span={3} />
    </>
  )
}

function ReformFields(): ReactElement {
  return (
    <>
      <SituationField name="cstIBSCBS" taxes={['IBSCBS']} span={6} />
      <Field name="cClassTrib" label="Classificação (cClassTrib)" span={6} />
      <Field name="pIBSUF" span={4} help="Vazia: a da lei" />
      <Field name="pIBSMun" span={4} help="Vazia: a da lei" />
      <Field name="pCBS" span={4} help="Vazia: a da lei" />
      <Field name="pRedAliqIBSUF" span={4} />
      <Field name="pRedAliqIBSMun" span={4} />
      <Field name="pRedAliqCBS" span={4} />
      <Field name="pDifIBSUF" span={4} />
      <Field name="pDifIBSMun" span={4} />
      <Field name="pDifCBS" span={4} />
      <h3 className="group-title">Imposto Seletivo</h3>
      <Field name="cstIS" span={4} />
      <Field name="cClassTribIS" span={4} />
      <Field name="pIS" span={4} />
    </>
  )
}

/** A tax rule: when it is taken, and what it says of each tax. */
export function TributacaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="nfe/tributacao"
      name="Regra de tributação"
      title={(row) => textOf(row.descricao)}
      defaults={defaults}
    >
      <Tab label="Regra">
        <LimitFields />
      </Tab>
      <Tab label="ICMS">
        <IcmsFields />
      </Tab>
      <Tab label="ST">
        <StFields />
      </Tab>
      <Tab label="IPI, PIS e COFINS">
        <FederalFields />
      </Tab>
      <Tab label="IBS e CBS">
        <ReformFields />
      </Tab>
      <Tab label="Mercadorias" needsRecord>
        <RuleGoods />
      </Tab>
    </ResourceForm>
  )
}
