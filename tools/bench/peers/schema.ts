/** The tables of the peers that the product is compared with. */
const tables = `
  CREATE SCHEMA peer;
  CREATE TABLE peer.members (id text PRIMARY KEY, name text NOT NULL, email text NOT NULL);
  CREATE TABLE peer.sessions (sid text PRIMARY KEY, member_id text NOT NULL, expire timestamptz NOT NULL);
  CREATE TABLE peer.classes (id int PRIMARY KEY, starts_at timestamptz NOT NULL, date date NOT NULL, level text NOT NULL,
    capacity int NOT NULL, booked int NOT NULL DEFAULT 0, is_marked_full boolean NOT NULL DEFAULT false,
    is_cancelled boolean NOT NULL DEFAULT false);
  CREATE INDEX ON peer.classes (date);
  CREATE TABLE peer.lots (id text PRIMARY KEY, member_id text NOT NULL, remaining int NOT NULL, used int NOT NULL DEFAULT 0,
    granted_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL);
  CREATE INDEX ON peer.lots (member_id);
  CREATE TABLE peer.bookings (id serial PRIMARY KEY, class_id int NOT NULL REFERENCES peer.classes, member_id text NOT NULL,
    lot_id text NOT NULL REFERENCES peer.lots, status text NOT NULL DEFAULT 'confirmed', created_at timestamptz NOT NULL DEFAULT now());
  CREATE UNIQUE INDEX ON peer.bookings (class_id, member_id) WHERE status = 'confirmed';
  CREATE INDEX ON peer.bookings (member_id);
  CREATE TABLE peer.waitlist (class_id int NOT NULL, member_id text NOT NULL, PRIMARY KEY (class_id, member_id));
  CREATE TABLE peer.passes (id int PRIMARY KEY, name text NOT NULL, classes int NOT NULL, price_pence int NOT NULL);
  INSERT INTO peer.passes VALUES (1, 'Sign Up Class', 1, 1000), (2, 'Single Class', 1, 1800), (3, '3 Class Pass', 3, 5000),
    (4, '5 Class Pass', 5, 8000), (5, '10 Class Pass', 10, 15000);
`;

/**
 * The whole booking, its session included, in one call: one round trip and one commit. The checks and their order are those of
 * the transaction in peer-service.ts.
 */
const bookFunction = `
  CREATE FUNCTION peer.book(p_sid text, p_class int)
  RETURNS TABLE (status int, code text, booking_id int, credits int) LANGUAGE plpgsql AS $$
  DECLARE
    v_member text;
    v_class peer.classes%ROWTYPE;
    v_lot text;
    v_booking int;
  BEGIN
    SELECT member_id INTO v_member FROM peer.sessions WHERE sid = p_sid AND expire > now();
    IF v_member IS NULL THEN RETURN QUERY SELECT 401, 'UNAUTHENTICATED', NULL::int, NULL::int; RETURN; END IF;
    SELECT * INTO v_class FROM peer.classes WHERE id = p_class FOR UPDATE;
    IF v_class.id IS NULL THEN RETURN QUERY SELECT 404, 'CLASS_NOT_FOUND', NULL::int, NULL::int; RETURN; END IF;
    IF v_class.is_cancelled THEN RETURN QUERY SELECT 409, 'CLASS_CANCELLED', NULL::int, NULL::int; RETURN; END IF;
    IF v_class.starts_at <= now() THEN RETURN QUERY SELECT 409, 'CLASS_PAST', NULL::int, NULL::int; RETURN; END IF;
    IF v_class.starts_at > now() + interval '8 days' THEN
      RETURN QUERY SELECT 409, 'OUTSIDE_BOOKING_WINDOW', NULL::int, NULL::int; RETURN;
    END IF;
    SELECT b.id INTO v_booking FROM peer.bookings b
      WHERE b.class_id = p_class AND b.member_id = v_member AND b.status = 'confirmed';
    IF v_booking IS NOT NULL THEN RETURN QUERY SELECT 200, NULL::text, v_booking, NULL::int; RETURN; END IF;
    IF v_class.is_marked_full OR v_class.booked >= v_class.capacity THEN
      RETURN QUERY SELECT 409, 'CLASS_FULL', NULL::int, NULL::int; RETURN;
    END IF;
    SELECT l.id INTO v_lot FROM peer.lots l
      WHERE l.member_id = v_member AND l.remaining > 0 AND l.expires_at >= v_class.starts_at
      ORDER BY l.expires_at, l.granted_at LIMIT 1 FOR UPDATE;
    IF v_lot IS NULL THEN RETURN QUERY SELECT 402, 'NO_PASS', NULL::int, NULL::int; RETURN; END IF;
    UPDATE peer.lots SET remaining = remaining - 1, used = used + 1 WHERE id = v_lot;
    INSERT INTO peer.bookings (class_id, member_id, lot_id) VALUES (p_class, v_member, v_lot) RETURNING id INTO v_booking;
    UPDATE peer.classes SET booked = booked + 1 WHERE id = p_class;
    RETURN QUERY SELECT 200, NULL::text, v_booking,
      (SELECT coalesce(sum(l.remaining), 0)::int FROM peer.lots l WHERE l.member_id = v_member AND l.expires_at > now());
  END $$;
`;

export const peerSchema = tables + bookFunction;
