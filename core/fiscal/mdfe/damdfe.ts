import { formatNumber } from '../../br/number'
import { cepText, dayTimeText, joined, keyText, money, numberText, phoneText, taxIdText } from '../danfe/write'
import type { Manifest } from './manifest'
import { countedDocuments } from './manifest-xml'
import { type ManifestReading, readManifest } from './read-manifest'

/** What the paper of a manifest shows (DAMDFE, MOC of the MDF-e, annex). Every value as it is written there. */
export interface Damdfe {
  readonly chMDFe: string
  readonly key: string
  readonly qrCode: string
  readonly number: string
  readonly serie: string
  readonly issued: string
  /** Number and moment; nothing before it is authorised. */
  readonly protocol: string
  readonly emit: {
    readonly name: string
    readonly taxId: string
    readonly IE: string
    readonly lines: readonly string[]
  }
  readonly from: string
  readonly to: string
  readonly way: string
  readonly counts: { readonly CTe: string; readonly NFe: string }
  readonly value: string
  /** With its unit. */
  readonly weight: string
  readonly vehicles: readonly { readonly plate: string; readonly RNTRC: string; readonly tare: string }[]
  readonly drivers: readonly { readonly CPF: string; readonly name: string }[]
  readonly loading: string
  readonly unloading: readonly { readonly town: string; readonly keys: readonly string[] }[]
  readonly notes: string
  readonly test: boolean
  readonly contingency: boolean
  /** Cancelled, closed, or without a protocol. */
  readonly state: ManifestReading['state']
}

/** What the paper of a manifest shows, of the manifest alone or with its protocol. Throws what `readManifest` throws. */
export function damdfeOf(xml: string): Damdfe {
  const { chMDFe, manifest, protocol, qrCode, state } = readManifest(xml)
  const { ide, rodo, tot, infDoc, infAdic } = manifest
  const { qCTe, qNFe } = countedDocuments(manifest)
  return {
    chMDFe,
    key: keyText(chMDFe),
    qrCode: qrCode ?? '',
    number: numberText(ide.nMDF),
    serie: ide.serie,
    issued: dayTimeText(ide.dhEmi),
    protocol: joined([protocol?.nProt, dayTimeText(protocol?.dhRecbto)], ' - '),
    emit: emitterOf(manifest),
    from: ide.UFIni,
    to: ide.UFFim,
    way: (ide.infPercurso ?? []).map(({ UFPer }) => UFPer).join(' · '),
    counts: { CTe: String(qCTe), NFe: String(qNFe) },
    value: money(tot.vCarga),
    weight: `${formatNumber(tot.qCarga, 4)} ${tot.cUnid === '02' ? 't' : 'kg'}`,
    vehicles: [rodo.veicTracao, ...(rodo.veicReboque ?? [])].map(({ placa, prop, tara }) => ({
      plate: placa,
      RNTRC: prop?.RNTRC ?? rodo.infANTT?.RNTRC ?? '',
      tare: `${formatNumber(tara, 0)} kg`,
    })),
    drivers: rodo.veicTracao.condutor.map(({ CPF, xNome }) => ({ CPF: taxIdText({ CPF }), name: xNome })),
    loading: ide.infMunCarrega.map(({ xMunCarrega }) => xMunCarrega).join(', '),
    unloading: infDoc.infMunDescarga.map(({ xMunDescarga, infNFe = [], infCTe = [] }) => ({
      town: xMunDescarga,
      keys: [...infNFe.map(({ chNFe }) => chNFe), ...infCTe.map(({ chCTe }) => chCTe)].map(keyText),
    })),
    notes: infAdic?.infCpl ?? '',
    test: ide.tpAmb === '2',
    contingency: ide.tpEmis === '2' && protocol === null,
    state,
  }
}

function emitterOf({ emit }: Manifest): Damdfe['emit'] {
  const { xLgr, nro, xBairro, xMun, UF, CEP, fone } = emit.enderEmit
  return {
    name: emit.xNome,
    taxId: taxIdText(emit),
    IE: emit.IE ?? '',
    lines: [
      joined([xLgr, nro, xBairro], ', '),
      joined([joined([xMun, UF], ' - '), cepText(CEP), phoneText(fone)], '  '),
    ],
  }
}
