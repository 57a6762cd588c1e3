import { DIGIT, firstOutside } from './characters'
import { type Fault, faultAt } from './fault'
import { lintDate } from './lint-time'

/** Walks a coupon's digits; the first thing wrong stays in `fault` and every later step does nothing. */
class CouponReader {
  at = 0
  fault: Fault | undefined
  constructor(readonly value: string) {
    const outside = firstOutside(value, DIGIT)
    if (outside !== -1) this.fault = faultAt('NON_DIGIT_CHARACTER', outside, 1)
  }

  fail(error: string, at: number, length: number): void {
    this.fault ??= faultAt(`COUPON_${error}`, at, length)
  }

  /** One digit of the allowed ones. */
  digit(missing: string, invalid: string, allowed: string): string {
    if (this.fault) return ''
    if (this.at === this.value.length) this.fail(missing, 0, this.value.length)
    else if (!allowed.includes(this.value.charAt(this.at))) this.fail(invalid, this.at, 1)
    return this.value.charAt(this.at++)
  }

  /** `length` digits. */
  take(length: number, truncated: string): string {
    if (this.fault) return ''
    const left = this.value.length - this.at
    if (left < length) this.fail(truncated, left === 0 ? 0 : this.at, left === 0 ? this.value.length : left)
    this.at += length
    return this.value.slice(this.at - length, this.at)
  }

  /** A field after the digit that gives its length, to which `added` is added; a 9 that is allowed beside smaller ones means none. */
  field(name: string, allowed: string, added: number): void {
    const digit = this.digit(`MISSING_${name}_VLI`, `INVALID_${name}_LENGTH`, allowed)
    const absent = digit === '9' && name.endsWith('PURCHASE_GCP')
    this.take(absent ? 0 : Number(digit) + added, `TRUNCATED_${name}`)
  }

  /** Purchase requirement, its code and the family code of the first, second or third purchase. */
  purchase(ordinal: string): void {
    const name = `${ordinal}_PURCHASE_REQUIREMENT`
    this.field(name, '12345', 0)
    this.digit(`MISSING_${name}_CODE`, `INVALID_${name}_CODE`, '012349')
    this.take(3, `TRUNCATED_${ordinal}_PURCHASE_FAMILY_CODE`)
  }

  /** Enters an optional section when its mark is next. */
  section(mark: string): boolean {
    if (this.fault || this.value.charAt(this.at) !== mark) return false
    this.at++
    return true
  }

  end(): Fault | undefined {
    if (this.at < this.value.length) this.fail('EXCESS_DATA', this.at, this.value.length - this.at)
    return this.fault
  }
}

/** North American coupon code of AI 8110. */
export function lintCoupon(value: string): Fault | undefined {
  const coupon = new CouponReader(value)
  coupon.field('GCP', '0123456', 6)
  coupon.take(6, 'TRUNCATED_OFFER_CODE')
  coupon.field('SAVE_VALUE', '12345', 0)
  coupon.purchase('1ST')
  if (coupon.section('1')) {
    coupon.digit('MISSING_ADDITIONAL_PURCHASE_RULES_CODE', 'INVALID_ADDITIONAL_PURCHASE_RULES_CODE', '0123')
    coupon.purchase('2ND')
    coupon.field('2ND_PURCHASE_GCP', '01234569', 6)
  }
  if (coupon.section('2')) {
    coupon.purchase('3RD')
    coupon.field('3RD_PURCHASE_GCP', '01234569', 6)
  }
  readDates(coupon)
  if (coupon.section('5')) coupon.field('SERIAL_NUMBER', '0123456789', 6)
  if (coupon.section('6')) coupon.field('RETAILER_GCP_OR_GLN', '1234567', 6)
  if (coupon.section('9')) {
    coupon.digit('MISSING_SAVE_VALUE_CODE', 'INVALID_SAVE_VALUE_CODE', '01256')
    coupon.digit('MISSING_SAVE_VALUE_APPLIES_TO_ITEM', 'INVALID_SAVE_VALUE_APPLIES_TO_ITEM', '012')
    coupon.digit('MISSING_STORE_COUPON_FLAG', '', '0123456789')
    coupon.digit('MISSING_DONT_MULTIPLY_FLAG', 'INVALID_DONT_MULTIPLY_FLAG', '01')
  }
  return coupon.end()
}

function readDates(coupon: CouponReader): void {
  let expiry = ''
  // The spelling of the next code is the one of the published list of syntax tests.
  if (coupon.section('3')) expiry = readDate(coupon, 'TOO_SHORT_FOR_EXPIRATION_DATE', 'INVALID_EXIPIRATION_DATE')
  if (!coupon.section('4')) return
  const start = readDate(coupon, 'TOO_SHORT_FOR_START_DATE', 'INVALID_START_DATE')
  if (expiry !== '' && start > expiry) coupon.fail('EXPIRATION_BEFORE_START', coupon.at - 14, 14)
}

function readDate(coupon: CouponReader, short: string, invalid: string): string {
  const date = coupon.take(6, short)
  if (!coupon.fault && lintDate(date, 2, false)) coupon.fail(invalid, coupon.at - 6, 6)
  return date
}

/** Positive offer file coupon of AI 8112. */
export function lintOfferCoupon(value: string): Fault | undefined {
  const coupon = new CouponReader(value)
  coupon.digit('MISSING_FORMAT_CODE', 'INVALID_FORMAT_CODE', '01')
  coupon.field('FUNDER', '0123456', 6)
  coupon.take(6, 'TRUNCATED_OFFER_CODE')
  coupon.field('SERIAL_NUMBER', '0123456789', 6)
  return coupon.end()
}
