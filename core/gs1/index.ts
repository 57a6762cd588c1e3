export { checkAssociations, ALL_RULES, EXCLUSIVE, ONE_SYMBOL_RULES, REPEATS, REQUIRED, SIGNATURE } from './associations'
export { checkDigit, isGtin, withCheckDigit } from './check-digit'
export { type Code128, encodeElements, encodeText } from './code128'
export { type LinkOptions, CANONICAL_STEM, buildLink, linkData, readLink } from './digital-link'
export {
  type Element,
  type ReadFault,
  type ReadOptions,
  type Reading,
  FNC1,
  GS,
  bracketElements,
  element,
  humanReadable,
  joinElements,
  readBracketed,
  readData,
  readElements,
} from './elements'
export { type Fault, markFault } from './fault'
export { encodeEan13, encodeEan8, encodeItf14, encodeUpcA, encodeUpcE, interleaved } from './linear'
export { LINTERS } from './lint'
export { describeFault } from './messages'
export { type ParseInput, type ParseAnswer, parseGs1 } from './parse'
export {
  type Receipt,
  type ReceivingOptions,
  type ReceivingView,
  SCAN_MESSAGES,
  readReceipt,
  readSscc,
  viewOf,
} from './receiving'
export { type Scan, generateScan, parseScan } from './scan'
export { type AiEntry, allEntries, entryOf } from './table'
export { type VariableEan, type VariableEanConfig, parseQuantityBarcode, readVariableEan } from './variable-ean'
